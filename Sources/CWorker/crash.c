#define _GNU_SOURCE
#include "CWorker.h"
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { most_calls = 64, stack_size = 64 * 1024 };
// Whoever can't tell where it was within this many seconds (the linker's lock may be held) dies all the same.
enum { patience = 1 };

static int told = -1;
static atomic_flag is_telling = ATOMIC_FLAG_INIT;

static void say(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(told, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

static void say_number(const char *word, uintptr_t number, unsigned base) {
    char text[64];
    size_t end = sizeof text;
    text[--end] = '\n';
    do {
        text[--end] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    say(word, strlen(word));
    say(text + end, sizeof text - end);
}

static uintptr_t place_in(const void *context) {
    const ucontext_t *at = context;
#if defined(__x86_64__)
    return (uintptr_t)at->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)at->uc_mcontext.pc;
#else
    return 0;
#endif
}

static void say_maps(void) {
    char page[4096];
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (maps < 0) return;
    say("maps\n", 5);
    ssize_t count;
    while ((count = read(maps, page, sizeof page)) > 0) say(page, (size_t)count);
    close(maps);
}

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)info;
    // A second thread that crashes meanwhile waits for the first one's end, which is its own.
    if (atomic_flag_test_and_set(&is_telling)) for (;;) pause();
    signal(SIGALRM, SIG_DFL);
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
    alarm(patience);
    say_number("signal ", (uintptr_t)number, 10);

    void *calls[most_calls];
    int count = backtrace(calls, most_calls);
    uintptr_t place = place_in(context);
    // What lies above is this function and the system's way into it.
    int first = 0;
    while (first < count && (uintptr_t)calls[first] != place) first++;
    if (first == count) {
        say_number("at ", place, 16);
        first = 0;
    }
    for (int call = first; call < count; call++) say_number("at ", (uintptr_t)calls[call], 16);
    say_maps();

    // Held back while this runs, it comes as soon as it is over, and nobody handles it any more.
    signal(number, SIG_DFL);
    raise(number);
}

void crash_prepare(int descriptor) {
    told = descriptor;
    // The first call loads a library and allocates, which a crash could not wait for.
    void *calls[2];
    backtrace(calls, 2);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
    crash_stack();
}

void crash_stack(void) {
    void *bytes = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) return;
    stack_t stack = {.ss_sp = bytes, .ss_flags = 0, .ss_size = stack_size};
    sigaltstack(&stack, NULL);
}

// The runtime's, which says of it nowhere but in its sources.
char *swift_demangle(const char *name, size_t length, char *output, size_t *size, uint32_t flags);

char *crash_demangle(const char *name) { return swift_demangle(name, strlen(name), NULL, NULL, 0); }
