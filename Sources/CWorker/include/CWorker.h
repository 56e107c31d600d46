#pragma once

// What a worker does when it crashes: it writes down where it was, by calls that are allowed in such a moment, and dies
// by the same signal.

/// Makes crashes of this process tell on a descriptor: `signal 4`, `at 7f00…` for each call, innermost first, `maps`,
/// and the process's map of its memory. To be called once, before there are other threads.
void crash_prepare(int descriptor);

/// Gives the calling thread a stack of its own for that, without which one that has none left could not tell.
void crash_stack(void);

/// What the Swift runtime makes of a symbol's name; nil where it is none of Swift's. To be freed.
char *_Nullable crash_demangle(const char *_Nonnull name);
