// Linux calls that Swift's Glibc module does not carry.
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>

// Swift cannot call functions with a variable number of arguments.
static inline int name_this_thread(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

// No program that this process starts gets more rights than it has, whatever its file says; and who loses a parent among
// those that it has started comes to it, not to pid 1.
static inline int allow_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int take_in_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// memfd_create without _GNU_SOURCE: a file in memory, closed on exec.
#include <sys/syscall.h>
#include <unistd.h>
static inline int memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }

// accept4 and SO_PEERCRED without _GNU_SOURCE: a connection, and whose process it is.
// By the calls' numbers, since <sys/socket.h> here would take its constants away from Swift's Glibc module.
struct sockaddr;
static inline int accept_connection(int listener, struct sockaddr *address, unsigned *size, int flags) {
    return (int)syscall(SYS_accept4, listener, address, size, flags);
}
static inline int peer_process(int connection, int level, int *pid, unsigned *user) {
    const int peer_credentials = 17;
    struct { int pid; unsigned user, group; } peer = {0, 0, 0};
    unsigned size = sizeof peer;
    int answer = (int)syscall(SYS_getsockopt, connection, level, peer_credentials, &peer, &size);
    *pid = peer.pid;
    *user = peer.user;
    return answer;
}

// A descriptor that can be read once a process has ended, closed on exec; and one more step of posix_spawn, which
// <spawn.h> shows with _GNU_SOURCE alone: it closes whatever else is open.
static inline int process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }
int spawn_closes_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");
static const short spawn_in_new_session = 0x80;

// Swift takes the variable for one that threads share unguarded.
#include <stdio.h>
static inline void flush_each_line(void) { setvbuf(stdout, 0, _IOLBF, 0); }

// pipe2 without _GNU_SOURCE: both ends are closed on exec.
static inline int make_pipe(int *ends) { return (int)syscall(SYS_pipe2, ends, 02000000); }

// A signal to a process that is held by its descriptor, so that it is never another one's.
static inline int signal_process(int descriptor, int number) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, number, 0, 0);
}

// memmem, which <string.h> shows with _GNU_SOURCE alone: where bytes stand in others; null where they don't.
const void *find_bytes(const void *there, size_t count, const void *wanted, size_t length) __asm__("memmem");

// Room behind a file's end that does not count as held: fallocate with FALLOC_FL_KEEP_SIZE, which <fcntl.h> shows with
// _GNU_SOURCE alone.
static inline int take_room(int file, long long offset, long long count) {
    return (int)syscall(SYS_fallocate, file, 1, offset, count);
}
