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

// memfd_create without _GNU_SOURCE: a file in memory, closed on exec.
#include <sys/syscall.h>
#include <unistd.h>
static inline int memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }

// accept4 and SO_PEERCRED without _GNU_SOURCE: a connection, not blocking and closed on exec, and whose process it is.
#include <sys/socket.h>
static inline int accept_connection(int listener, struct sockaddr *address, socklen_t *size) {
    return (int)syscall(SYS_accept4, listener, address, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
static inline int peer_process(int connection, int *pid, unsigned *user) {
    struct { int pid; unsigned user, group; } peer = {0, 0, 0};
    socklen_t size = sizeof peer;
    int answer = getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    *pid = peer.pid;
    *user = peer.user;
    return answer;
}
