#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few calls of RE2 that rules need. A pattern never changes once it is made, and many threads may match at a time.

typedef struct flagstand_re2 flagstand_re2;

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a pattern; NULL only without memory. `flagstand_re2_error` says whether it is one.
flagstand_re2 *_Nullable flagstand_re2_new(const char *_Nonnull pattern, size_t length, bool ignoring_case, int64_t memory);
void flagstand_re2_delete(flagstand_re2 *_Nullable pattern);
/// Why it is no pattern, as text that lives as long as it does; NULL where it is one.
const char *_Nullable flagstand_re2_error(const flagstand_re2 *_Nonnull pattern);
/// Whether the pattern is found anywhere in a text.
bool flagstand_re2_finds(const flagstand_re2 *_Nonnull pattern, const char *_Nullable text, size_t length);

#ifdef __cplusplus
}
#endif
