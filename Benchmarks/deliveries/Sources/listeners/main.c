// listeners PORT PATH TOKENS: holds a stream of events open for each token of a file, and tells when each of them heard something.
//
// It says "ready" once all streams have begun. For each line of its input it says "armed", and then, as soon as all streams have
// had data with that text in it, or after 30 s, how many had and when each did, in nanoseconds of the monotonic clock.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_MARKER = 64, MOST = 20000, BATCH = 256, PATIENCE_MS = 30000 };

struct listener {
    int socket;
    char tail[LONGEST_MARKER];
    int tail_count;
    int64_t heard;
};

static struct listener listeners[MOST];
static char buffer[1 << 16];

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "listeners: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void open_stream(struct listener *listener, int port, const char *path, const char *token) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener->socket < 0) fail("can't make a socket");
    if (connect(listener->socket, (struct sockaddr *)&address, sizeof address)) fail("can't connect");
    int count = snprintf(
        buffer, sizeof buffer, "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", path, token);
    if (write(listener->socket, buffer, count) != count) fail("can't ask");
}

// Reads what is there; whether the text is in it, also where it came in two parts.
static int has_heard(struct listener *listener, const char *marker) {
    memcpy(buffer, listener->tail, listener->tail_count);
    ssize_t count = recv(listener->socket, buffer + listener->tail_count, sizeof buffer - LONGEST_MARKER, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return 0;
    if (count <= 0) fail("a stream has ended");
    count += listener->tail_count;
    int found = memmem(buffer, count, marker, strlen(marker)) != NULL;
    int keep = strlen(marker) - 1;
    listener->tail_count = count < keep ? count : keep;
    memcpy(listener->tail, buffer + count - listener->tail_count, listener->tail_count);
    return found;
}

// Waits until all have heard a text, and notes when.
static int listen_for(int poll, int count, const char *marker) {
    int heard = 0;
    int64_t end = now() + PATIENCE_MS * 1000000LL;
    for (int i = 0; i < count; i++) listeners[i].heard = listeners[i].tail_count = 0;
    struct epoll_event events[BATCH];
    while (heard < count && now() < end) {
        int ready = epoll_wait(poll, events, BATCH, 100);
        for (int i = 0; i < ready; i++) {
            struct listener *listener = events[i].data.ptr;
            if (!has_heard(listener, marker) || listener->heard) continue;
            listener->heard = now();
            heard++;
        }
    }
    return heard;
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: listeners PORT PATH TOKENS\n"), 2;
    FILE *tokens = fopen(argv[3], "r");
    if (!tokens) fail(argv[3]);
    int poll = epoll_create1(EPOLL_CLOEXEC), count = 0;
    static char line[1 << 12];
    while (count < MOST && fgets(line, sizeof line, tokens)) {
        line[strcspn(line, "\n")] = 0;
        open_stream(&listeners[count], atoi(argv[1]), argv[2], line);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &listeners[count++]};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, listeners[count - 1].socket, &event)) fail("can't poll");
    }
    int begun = listen_for(poll, count, "HTTP/1.1 200");
    if (begun < count) return fprintf(stderr, "listeners: %d of %d streams have begun\n", begun, count), 1;
    printf("ready\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strlen(line) >= LONGEST_MARKER) return fprintf(stderr, "listeners: too long: %s\n", line), 2;
        printf("armed\n");
        fflush(stdout);
        printf("%d", listen_for(poll, count, line));
        for (int i = 0; i < count; i++) printf(" %lld", (long long)listeners[i].heard);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
