// What a process does to the files of one folder, written down call by call, and calls that fail when a test says so.
//
// It stands in the place of the C library's own calls, so that nothing that writes there is left out: SQLite, and what
// the store does itself. It belongs into test processes alone. Outside of watched folders every call goes straight on.
#ifndef FORGETFUL_H
#define FORGETFUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct forgetful_folder forgetful_folder;

/// What was called; rules take several of them at once.
enum {
    FORGETFUL_OPEN = 1 << 0,
    FORGETFUL_WRITE = 1 << 1,
    FORGETFUL_TRUNCATE = 1 << 2,
    /// Of a file or the folder.
    FORGETFUL_SYNC = 1 << 3,
    FORGETFUL_RENAME = 1 << 4,
    FORGETFUL_REMOVE = 1 << 5,
    FORGETFUL_LINK = 1 << 6,
    FORGETFUL_READ = 1 << 7,
    FORGETFUL_MAP = 1 << 8,
    /// A test's own mark; no call.
    FORGETFUL_MARK = 1 << 9,
};

/// A call that came through, or a sync that did not; of those that change nothing there are none.
typedef struct {
    int kind;
    /// The number of the file, or -1 for the folder.
    int file;
    /// Where it was written, the new size, the error of a sync, -1 for a file that was there before the watch, or the mark.
    int64_t offset;
    /// What was written.
    const uint8_t *_Nullable bytes;
    size_t count;
    /// The name in the folder: of a new file (open), the replaced one (rename, link), or the one that is gone.
    const char *_Nullable name;
    /// The new name.
    const char *_Nullable other;
} forgetful_event;

/// Watches the files right in a folder; NULL where there is none, or too many are watched.
forgetful_folder *_Nullable forgetful_watch(const char *_Nonnull path);

/// Ends that and forgets what was written down.
void forgetful_unwatch(forgetful_folder *_Nonnull folder);

/// Writes down that something happened, in its turn.
void forgetful_mark(forgetful_folder *_Nonnull folder, int64_t value);

/// How many events there are.
size_t forgetful_count(forgetful_folder *_Nonnull folder);

/// One of them; what it points to lasts until the watch ends.
forgetful_event forgetful_at(forgetful_folder *_Nonnull folder, size_t index);

/// How many calls of these kinds there were on names that end so, whether they came through or not.
size_t forgetful_calls(forgetful_folder *_Nonnull folder, int kinds, const char *_Nonnull end);

/// Lets calls of these kinds on names that end so fail: all but the first `skipped`, at most `times` of them (-1: until
/// they are let through again). With `half` a write leaves its first half and a read hands out a part of what there is.
void forgetful_fail(
    forgetful_folder *_Nonnull folder, int kinds, const char *_Nonnull end, size_t skipped, int times, int code,
    bool half);

/// How many calls failed since.
size_t forgetful_failed(forgetful_folder *_Nonnull folder);

/// Lets every call through again.
void forgetful_heal(forgetful_folder *_Nonnull folder);

/// Leaves out every sync of names that end so, as a careless store would.
void forgetful_neglect(forgetful_folder *_Nonnull folder, const char *_Nonnull end);

/// Lays a file system in memory over a folder, with so much room, or changes what it has; -1 and `errno` where this process
/// may not.
int forgetful_mount(const char *_Nonnull path, int64_t bytes, bool again, bool readonly);

/// Takes it away.
int forgetful_unmount(const char *_Nonnull path);

#endif
