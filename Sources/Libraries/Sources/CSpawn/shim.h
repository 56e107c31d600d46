// Linux calls that Swift's Glibc module does not carry, since their headers show them with _GNU_SOURCE alone.
#pragma once
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// A file in memory, closed on exec, of a size that can't grow; -1 where there is none.
static inline int sized_memory_file(const char *name, long size) {
    const int add_seals = 1033, no_growth = 4;
    int file = (int)syscall(SYS_memfd_create, name, 3u);
    if (file < 0 || (ftruncate(file, size) == 0 && fcntl(file, add_seals, no_growth) == 0)) return file;
    close(file);
    return -1;
}

// A descriptor that can be read once a process has ended, closed on exec.
static inline int descriptor_of_process(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// One more step of posix_spawn, which closes whatever else is open; and the flag for a session of its own.
int close_from_in_child(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");
static const short spawn_in_own_session = 0x80;
