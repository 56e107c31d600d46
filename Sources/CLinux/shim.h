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
