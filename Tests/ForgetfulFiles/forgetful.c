#define _GNU_SOURCE
#include "forgetful.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FOLDERS = 512, MOST_RULES = 8, MOST_NEGLECTED = 8, NAME_SIZE = 256 };

typedef struct {
    dev_t device;
    ino_t node;
    // Its last name is gone, and its inode may become another file's.
    bool isGone;
    char name[NAME_SIZE];
} known_file;

typedef struct {
    int kinds, times, code;
    size_t skipped;
    bool half;
    char end[NAME_SIZE];
} rule;

typedef struct {
    int kind;
    char name[NAME_SIZE];
} counted_call;

struct forgetful_folder {
    char path[4096];
    dev_t device;
    ino_t node;
    known_file *files;
    size_t file_count, file_room;
    forgetful_event *events;
    size_t event_count, event_room;
    counted_call *calls;
    size_t call_count, call_room;
    rule rules[MOST_RULES];
    size_t rule_count, failed;
    char neglected[MOST_NEGLECTED][NAME_SIZE];
    size_t neglected_count;
};

// One lock over everything: what is written down has the order in which it happened.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static forgetful_folder *folders[MOST_FOLDERS];
static atomic_int watched;

#define REAL(name) \
    static _Atomic(void *) found_##name; \
    void *found = atomic_load(&found_##name); \
    if (!found) atomic_store(&found_##name, found = dlsym(RTLD_NEXT, #name)); \
    __typeof__(&name) real = (__typeof__(&name))found

// MARK: - What is known

static void *grown(void *list, size_t count, size_t *room, size_t size) {
    if (count < *room) return list;
    *room = *room ? *room * 2 : 64;
    void *larger = realloc(list, *room * size);
    if (!larger) abort();
    return larger;
}

static bool ends(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

// The folder that a path lies right in, and its name there.
static forgetful_folder *folder_of(const char *path, const char **name) {
    if (!path) return NULL;
    const char *slash = strrchr(path, '/');
    if (!slash) return NULL;
    for (size_t i = 0; i < MOST_FOLDERS; i++) {
        forgetful_folder *folder = folders[i];
        if (!folder) continue;
        size_t length = strlen(folder->path);
        if ((size_t)(slash - path) == length && strncmp(path, folder->path, length) == 0) {
            *name = slash + 1;
            return folder;
        }
    }
    return NULL;
}

// The file that is this inode.
static int file_of(forgetful_folder *folder, const struct stat *facts) {
    for (size_t i = folder->file_count; i > 0; i--) {
        known_file *file = &folder->files[i - 1];
        if (!file->isGone && file->device == facts->st_dev && file->node == facts->st_ino) return (int)(i - 1);
    }
    return -1;
}

static int learn(forgetful_folder *folder, const struct stat *facts, const char *name) {
    folder->files = grown(folder->files, folder->file_count, &folder->file_room, sizeof *folder->files);
    known_file *file = &folder->files[folder->file_count];
    *file = (known_file){.device = facts->st_dev, .node = facts->st_ino};
    strncpy(file->name, name, NAME_SIZE - 1);
    return (int)folder->file_count++;
}

// The folder of a descriptor and its file there, -1 for the folder itself.
static forgetful_folder *folder_of_descriptor(int descriptor, int *file, const char **name) {
    struct stat facts;
    if (fstat(descriptor, &facts) != 0) return NULL;
    for (size_t i = 0; i < MOST_FOLDERS; i++) {
        forgetful_folder *folder = folders[i];
        if (!folder) continue;
        if (facts.st_dev == folder->device && facts.st_ino == folder->node) {
            *file = -1;
            *name = "/";
            return folder;
        }
        int number = file_of(folder, &facts);
        if (number >= 0) {
            *file = number;
            *name = folder->files[number].name;
            return folder;
        }
    }
    return NULL;
}

static void write_down(
    forgetful_folder *folder, int kind, int file, int64_t offset, const void *bytes, size_t count, const char *name,
    const char *other
) {
    folder->events = grown(folder->events, folder->event_count, &folder->event_room, sizeof *folder->events);
    uint8_t *copy = NULL;
    if (count) {
        copy = malloc(count);
        if (!copy) abort();
        memcpy(copy, bytes, count);
    }
    folder->events[folder->event_count++] = (forgetful_event){
        .kind = kind, .file = file, .offset = offset, .bytes = copy, .count = count,
        .name = name ? strdup(name) : NULL, .other = other ? strdup(other) : NULL};
}

// Counts a call and says whether it has to fail: 0, or the error.
static int verdict(forgetful_folder *folder, int kind, const char *name, bool *half) {
    folder->calls = grown(folder->calls, folder->call_count, &folder->call_room, sizeof *folder->calls);
    counted_call *call = &folder->calls[folder->call_count++];
    call->kind = kind;
    strncpy(call->name, name, NAME_SIZE - 1);
    call->name[NAME_SIZE - 1] = 0;
    for (size_t i = 0; i < folder->rule_count; i++) {
        rule *each = &folder->rules[i];
        if (!(each->kinds & kind) || !ends(name, each->end) || each->times == 0) continue;
        if (each->skipped > 0) {
            each->skipped--;
            continue;
        }
        if (each->times > 0) each->times--;
        folder->failed++;
        *half = each->half;
        return each->code;
    }
    return 0;
}

static bool is_neglected(forgetful_folder *folder, const char *name) {
    for (size_t i = 0; i < folder->neglected_count; i++)
        if (ends(name, folder->neglected[i])) return true;
    return false;
}

// MARK: - What tests ask

forgetful_folder *forgetful_watch(const char *path) {
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISDIR(facts.st_mode)) return NULL;
    pthread_mutex_lock(&lock);
    forgetful_folder *made = NULL;
    for (size_t i = 0; i < MOST_FOLDERS && !made; i++) {
        if (folders[i]) continue;
        made = calloc(1, sizeof *made);
        if (!made) abort();
        strncpy(made->path, path, sizeof made->path - 1);
        made->device = facts.st_dev;
        made->node = facts.st_ino;
        folders[i] = made;
        atomic_fetch_add(&watched, 1);
    }
    pthread_mutex_unlock(&lock);
    return made;
}

void forgetful_unwatch(forgetful_folder *folder) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST_FOLDERS; i++) {
        if (folders[i] != folder) continue;
        folders[i] = NULL;
        atomic_fetch_sub(&watched, 1);
    }
    for (size_t i = 0; i < folder->event_count; i++) {
        free((void *)folder->events[i].bytes);
        free((void *)folder->events[i].name);
        free((void *)folder->events[i].other);
    }
    free(folder->events);
    free(folder->files);
    free(folder->calls);
    free(folder);
    pthread_mutex_unlock(&lock);
}

void forgetful_mark(forgetful_folder *folder, int64_t value) {
    pthread_mutex_lock(&lock);
    write_down(folder, FORGETFUL_MARK, -1, value, NULL, 0, NULL, NULL);
    pthread_mutex_unlock(&lock);
}

size_t forgetful_count(forgetful_folder *folder) {
    pthread_mutex_lock(&lock);
    size_t count = folder->event_count;
    pthread_mutex_unlock(&lock);
    return count;
}

forgetful_event forgetful_at(forgetful_folder *folder, size_t index) {
    pthread_mutex_lock(&lock);
    forgetful_event event = index < folder->event_count ? folder->events[index] : (forgetful_event){0};
    pthread_mutex_unlock(&lock);
    return event;
}

size_t forgetful_calls(forgetful_folder *folder, int kinds, const char *end) {
    size_t count = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < folder->call_count; i++)
        if ((folder->calls[i].kind & kinds) && ends(folder->calls[i].name, end)) count++;
    pthread_mutex_unlock(&lock);
    return count;
}

void forgetful_fail(
    forgetful_folder *folder, int kinds, const char *end, size_t skipped, int times, int code, bool half
) {
    pthread_mutex_lock(&lock);
    if (folder->rule_count == MOST_RULES) abort();
    rule *made = &folder->rules[folder->rule_count++];
    *made = (rule){.kinds = kinds, .times = times, .code = code, .skipped = skipped, .half = half};
    strncpy(made->end, end, NAME_SIZE - 1);
    pthread_mutex_unlock(&lock);
}

size_t forgetful_failed(forgetful_folder *folder) {
    pthread_mutex_lock(&lock);
    size_t count = folder->failed;
    pthread_mutex_unlock(&lock);
    return count;
}

void forgetful_heal(forgetful_folder *folder) {
    pthread_mutex_lock(&lock);
    folder->rule_count = 0;
    folder->failed = 0;
    pthread_mutex_unlock(&lock);
}

void forgetful_neglect(forgetful_folder *folder, const char *end) {
    pthread_mutex_lock(&lock);
    if (folder->neglected_count == MOST_NEGLECTED) abort();
    strncpy(folder->neglected[folder->neglected_count++], end, NAME_SIZE - 1);
    pthread_mutex_unlock(&lock);
}

// MARK: - What stands in the place of the C library's calls

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    if (atomic_load(&watched) == 0) return real(path, flags, mode);
    pthread_mutex_lock(&lock);
    const char *name;
    forgetful_folder *folder = folder_of(path, &name);
    if (!folder) {
        pthread_mutex_unlock(&lock);
        return real(path, flags, mode);
    }
    bool half = false;
    int code = verdict(folder, FORGETFUL_OPEN, name, &half);
    int result = -1;
    struct stat facts;
    bool isNew = stat(path, &facts) != 0;
    if (!code) {
        result = real(path, flags, mode);
        code = errno;
    }
    if (result >= 0 && fstat(result, &facts) == 0 && S_ISREG(facts.st_mode)) {
        if (isNew) {
            write_down(folder, FORGETFUL_OPEN, learn(folder, &facts, name), 0, NULL, 0, name, NULL);
        } else {
            // What was there before the watch is known by its name; its bytes are what lay there then.
            int file = file_of(folder, &facts);
            if (file < 0) {
                file = learn(folder, &facts, name);
                write_down(folder, FORGETFUL_OPEN, file, -1, NULL, 0, name, NULL);
            }
            if (flags & O_TRUNC) write_down(folder, FORGETFUL_TRUNCATE, file, 0, NULL, 0, NULL, NULL);
        }
    }
    pthread_mutex_unlock(&lock);
    errno = code;
    return result;
}

int open(const char *path, int flags, ...) {
    REAL(open);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(real, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(real, path, flags, mode);
}

static ssize_t written(
    ssize_t (*real)(int, const void *, size_t, off_t), int descriptor, const void *bytes, size_t count, off_t offset
) {
    if (atomic_load(&watched) == 0) return real(descriptor, bytes, count, offset);
    pthread_mutex_lock(&lock);
    int file;
    const char *name;
    forgetful_folder *folder = folder_of_descriptor(descriptor, &file, &name);
    if (!folder) {
        pthread_mutex_unlock(&lock);
        return real(descriptor, bytes, count, offset);
    }
    bool half = false;
    int code = verdict(folder, FORGETFUL_WRITE, name, &half);
    ssize_t result = -1;
    if (!code || half) {
        result = real(descriptor, bytes, code ? count / 2 : count, offset);
        if (!code) code = errno;
        if (result > 0) write_down(folder, FORGETFUL_WRITE, file, offset, bytes, (size_t)result, NULL, NULL);
    }
    pthread_mutex_unlock(&lock);
    errno = code;
    return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    return written(real, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite64);
    return written(real, descriptor, bytes, count, offset);
}

// What writes without a place, such as a copy of a file; never at the end of a file that others lengthen.
ssize_t write(int descriptor, const void *bytes, size_t count) {
    REAL(write);
    if (atomic_load(&watched) == 0) return real(descriptor, bytes, count);
    pthread_mutex_lock(&lock);
    int file;
    const char *name;
    forgetful_folder *folder = folder_of_descriptor(descriptor, &file, &name);
    if (!folder) {
        pthread_mutex_unlock(&lock);
        return real(descriptor, bytes, count);
    }
    bool half = false;
    int code = verdict(folder, FORGETFUL_WRITE, name, &half);
    off_t offset = lseek(descriptor, 0, SEEK_CUR);
    ssize_t result = -1;
    if (!code || half) {
        result = real(descriptor, bytes, code ? count / 2 : count);
        if (!code) code = errno;
        if (result > 0) write_down(folder, FORGETFUL_WRITE, file, offset, bytes, (size_t)result, NULL, NULL);
    }
    pthread_mutex_unlock(&lock);
    errno = code;
    return result;
}

static ssize_t looked(
    ssize_t (*real)(int, void *, size_t, off_t), int descriptor, void *bytes, size_t count, off_t offset
) {
    if (atomic_load(&watched) == 0) return real(descriptor, bytes, count, offset);
    pthread_mutex_lock(&lock);
    int file;
    const char *name;
    forgetful_folder *folder = folder_of_descriptor(descriptor, &file, &name);
    bool half = false;
    int code = folder ? verdict(folder, FORGETFUL_READ, name, &half) : 0;
    pthread_mutex_unlock(&lock);
    if (!code) return real(descriptor, bytes, count, offset);
    // Something, as a file that has ended in the middle of a page.
    if (half) return real(descriptor, bytes, count / 2, offset);
    errno = code;
    return -1;
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    REAL(pread);
    return looked(real, descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) {
    REAL(pread64);
    return looked(real, descriptor, bytes, count, offset);
}

static int cut(int (*real)(int, off_t), int descriptor, off_t size) {
    if (atomic_load(&watched) == 0) return real(descriptor, size);
    pthread_mutex_lock(&lock);
    int file;
    const char *name;
    forgetful_folder *folder = folder_of_descriptor(descriptor, &file, &name);
    bool half = false;
    int code = folder ? verdict(folder, FORGETFUL_TRUNCATE, name, &half) : 0;
    int result = -1;
    if (!code) {
        result = real(descriptor, size);
        code = errno;
        if (folder && result == 0) write_down(folder, FORGETFUL_TRUNCATE, file, size, NULL, 0, NULL, NULL);
    }
    pthread_mutex_unlock(&lock);
    errno = code;
    return result;
}

int ftruncate(int descriptor, off_t size) {
    REAL(ftruncate);
    return cut(real, descriptor, size);
}

int ftruncate64(int descriptor, off_t size) {
    REAL(ftruncate64);
    return cut(real, descriptor, size);
}

// The disk itself is not waited for in a watched folder: what counts as synced is what was written down.
static int synced(int (*real)(int), int descriptor) {
    if (atomic_load(&watched) == 0) return real(descriptor);
    pthread_mutex_lock(&lock);
    int file;
    const char *name;
    forgetful_folder *folder = folder_of_descriptor(descriptor, &file, &name);
    if (!folder) {
        pthread_mutex_unlock(&lock);
        return real(descriptor);
    }
    bool half = false;
    int code = verdict(folder, FORGETFUL_SYNC, name, &half);
    if (!is_neglected(folder, name)) write_down(folder, FORGETFUL_SYNC, file, code, NULL, 0, NULL, NULL);
    pthread_mutex_unlock(&lock);
    if (!code) return 0;
    errno = code;
    return -1;
}

int fsync(int descriptor) {
    REAL(fsync);
    return synced(real, descriptor);
}

int fdatasync(int descriptor) {
    REAL(fdatasync);
    return synced(real, descriptor);
}

// A name that moves, is added or goes.
static int named(
    int kind, int (*real)(const char *, const char *), const char *path, const char *to
) {
    pthread_mutex_lock(&lock);
    const char *name, *other = NULL;
    forgetful_folder *folder = folder_of(path, &name);
    forgetful_folder *target = to ? folder_of(to, &other) : folder;
    bool half = false;
    int code = folder && folder == target ? verdict(folder, kind, name, &half) : 0;
    int result = -1;
    // What loses its last name by it.
    struct stat replaced;
    bool isLast = kind != FORGETFUL_LINK && stat(to ? to : path, &replaced) == 0 && replaced.st_nlink == 1;
    if (!code) {
        result = real(path, to);
        code = errno;
        if (folder && folder == target && result == 0) {
            struct stat facts;
            int gone = isLast ? file_of(folder, &replaced) : -1;
            if (gone >= 0) folder->files[gone].isGone = true;
            int file = to && stat(to, &facts) == 0 ? file_of(folder, &facts) : -1;
            if (file >= 0) strncpy(folder->files[file].name, other, NAME_SIZE - 1);
            write_down(folder, kind, file, 0, NULL, 0, name, other);
        }
    }
    pthread_mutex_unlock(&lock);
    errno = code;
    return result;
}

int rename(const char *path, const char *to) {
    REAL(rename);
    return atomic_load(&watched) ? named(FORGETFUL_RENAME, real, path, to) : real(path, to);
}

int link(const char *path, const char *to) {
    REAL(link);
    return atomic_load(&watched) ? named(FORGETFUL_LINK, real, path, to) : real(path, to);
}

static int really_remove(const char *path, const char *nothing) {
    REAL(unlink);
    (void)nothing;
    return real(path);
}

int unlink(const char *path) {
    return atomic_load(&watched) ? named(FORGETFUL_REMOVE, really_remove, path, NULL) : really_remove(path, NULL);
}

static void *mapped(
    void *(*real)(void *, size_t, int, int, int, off_t), void *place, size_t count, int protection, int flags,
    int descriptor, off_t offset
) {
    if (atomic_load(&watched) == 0 || descriptor < 0) {
        return real(place, count, protection, flags, descriptor, offset);
    }
    pthread_mutex_lock(&lock);
    int file;
    const char *name;
    forgetful_folder *folder = folder_of_descriptor(descriptor, &file, &name);
    bool half = false;
    int code = folder ? verdict(folder, FORGETFUL_MAP, name, &half) : 0;
    pthread_mutex_unlock(&lock);
    if (!code) return real(place, count, protection, flags, descriptor, offset);
    errno = code;
    return MAP_FAILED;
}

void *mmap64(void *place, size_t count, int protection, int flags, int descriptor, off_t offset) {
    REAL(mmap64);
    return mapped(real, place, count, protection, flags, descriptor, offset);
}

// MARK: - A disk of its own

int forgetful_mount(const char *path, int64_t bytes, bool again, bool readonly) {
    char options[32];
    snprintf(options, sizeof options, "size=%lld", (long long)bytes);
    unsigned long flags = (again ? MS_REMOUNT : 0) | (readonly ? MS_RDONLY : 0);
    return mount("tmpfs", path, "tmpfs", flags, options);
}

int forgetful_unmount(const char *path) { return umount2(path, MNT_DETACH); }
