// crowd PORT SECONDS MEMBERS: holds a stream open for each member, lets each of them say every 15 s where they are, and measures
// how soon each other member of the group knows.
//
// A line of MEMBERS is the number of a group, its id and a token. It says "ready" once all streams have begun, and at the end, in
// one line, how many fixes were posted, refused, heard by others and never heard, and the 50th, 99th and 99.9th percentile and the
// longest time in µs, from the moment at which the fix was due until it was heard.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 20000, POSTERS = 64, INTERVAL_MS = 15000, BATCH = 512, TAIL = 24, PATIENCE_MS = 30000, GRACE_MS = 3000 };

struct member {
    int socket, group;
    char id[64], *token, tail[TAIL];
    int tail_count, has_begun;
};
// A connection that posts one fix after the other.
struct poster {
    int socket, is_busy, first, count;
    int *waiting;
};

static struct member members[MOST];
static struct poster posters[POSTERS];
static int member_count, port, epoll, most_posts;
static int64_t *due;
static int *poster_of, *heard, refused, answered;
static uint32_t *samples;
static size_t sample_count;
static char buffer[1 << 17];

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void fail(const char *what) {
    fprintf(stderr, "crowd: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connected(void *owner) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0 || connect(made, (struct sockaddr *)&address, sizeof address)) fail("can't connect");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = owner};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, made, &event)) fail("can't poll");
    return made;
}

static void send_all(int to, const char *bytes, int count) {
    if (write(to, bytes, count) != count) fail("can't write");
}

// A fix is told apart by its longitude: 2 and its number in millionths.
static void post(struct poster *poster) {
    if (poster->is_busy || poster->first == poster->count) return;
    int number = poster->waiting[poster->first++];
    struct member *member = &members[poster_of[number]];
    struct timespec clock;
    clock_gettime(CLOCK_REALTIME, &clock);
    struct tm parts;
    gmtime_r(&clock.tv_sec, &parts);
    char body[200], when[40];
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &parts);
    int length = snprintf(
        body, sizeof body, "{\"fixes\":[{\"point\":{\"lat\":41.57,\"lon\":2.%06d},\"time\":\"%s.%03ldZ\",\"accuracy\":8}]}",
        number, when, clock.tv_nsec / 1000000);
    int count = snprintf(
        buffer, sizeof buffer,
        "POST /api/v1/groups/position HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
        "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", member->token, length, body);
    poster->is_busy = 1;
    send_all(poster->socket, buffer, count);
}

static void read_answer(struct poster *poster) {
    ssize_t count = recv(poster->socket, buffer, sizeof buffer - 1, MSG_DONTWAIT);
    if (count <= 0) fail("a post got no answer");
    buffer[count] = 0;
    if (strncmp(buffer, "HTTP/1.1 200", 12) || !strstr(buffer, "\"taken\":1")) {
        if (!refused++) fprintf(stderr, "crowd: refused: %s\n", buffer);
    }
    answered++;
    poster->is_busy = 0;
    post(poster);
}

static void note(struct member *member, int number) {
    if (number < 1 || number > most_posts || !due[number]) return;
    struct member *from = &members[poster_of[number]];
    if (from == member || from->group != member->group) {
        if (from != member) fprintf(stderr, "crowd: a fix of another group was heard\n"), exit(1);
        return;
    }
    heard[number]++;
    samples[sample_count++] = now() - due[number];
}

static void read_stream(struct member *member) {
    memcpy(buffer, member->tail, member->tail_count);
    ssize_t count = recv(member->socket, buffer + member->tail_count, sizeof buffer - TAIL - 1, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) fail("a stream has ended");
    count += member->tail_count;
    buffer[count] = 0;
    if (!member->has_begun && memmem(buffer, count, "HTTP/1.1 200", 12)) member->has_begun = 1;
    char *at = buffer, *end = buffer + count, *found;
    while ((found = memmem(at, end - at, "\"lon\":2.", 8))) {
        char *digit = found + 8;
        int number = 0, digits = 0;
        while (digit < end && *digit >= '0' && *digit <= '9') number = number * 10 + (*digit++ - '0'), digits++;
        if (digit == end) break;
        for (; digits < 6; digits++) number *= 10;
        note(member, number);
        at = digit;
    }
    // What may be the beginning of a longitude is looked at again.
    int keep = found ? end - found : end - at < 7 ? end - at : 7;
    if (keep > TAIL) fail("a number is too long");
    member->tail_count = keep;
    memcpy(member->tail, end - keep, keep);
}

static void poll_once(int wait) {
    static struct epoll_event events[BATCH];
    int ready = epoll_wait(epoll, events, BATCH, wait);
    for (int i = 0; i < ready; i++) {
        void *owner = events[i].data.ptr;
        if (owner >= (void *)posters && owner < (void *)(posters + POSTERS)) read_answer(owner);
        else read_stream(owner);
    }
}

static int by_size(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return a < b ? -1 : a > b;
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: crowd PORT SECONDS MEMBERS\n"), 2;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files)) fail("can't have more files");
    port = atoi(argv[1]);
    int seconds = atoi(argv[2]);
    FILE *file = fopen(argv[3], "r");
    if (!file) fail(argv[3]);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    static char line[1 << 12], token[1 << 12];
    while (member_count < MOST && fgets(line, sizeof line, file)) {
        struct member *member = &members[member_count++];
        if (sscanf(line, "%d %63s %4095s", &member->group, member->id, token) != 3) fail("a line of the members");
        member->token = strdup(token);
    }
    most_posts = (int)((int64_t)member_count * seconds * 1000 / INTERVAL_MS);
    if (most_posts > 999999) fail("too many fixes");
    due = calloc(most_posts + 1, sizeof *due);
    poster_of = calloc(most_posts + 1, sizeof *poster_of);
    heard = calloc(most_posts + 1, sizeof *heard);
    samples = malloc(sizeof *samples * ((size_t)most_posts + 1) * 64);
    for (int i = 0; i < POSTERS; i++) {
        posters[i].socket = connected(&posters[i]);
        posters[i].waiting = calloc(most_posts / POSTERS + 2, sizeof(int));
    }
    for (int i = 0; i < member_count; i++) {
        members[i].socket = connected(&members[i]);
        int count = snprintf(
            buffer, sizeof buffer, "GET /api/v1/groups/%s/live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
            members[i].id, members[i].token);
        send_all(members[i].socket, buffer, count);
    }
    int begun = 0;
    for (int64_t end = now() + PATIENCE_MS * 1000LL; begun < member_count && now() < end;) {
        poll_once(100);
        begun = 0;
        for (int i = 0; i < member_count; i++) begun += members[i].has_begun;
    }
    if (begun < member_count) return fprintf(stderr, "crowd: %d of %d streams have begun\n", begun, member_count), 1;
    printf("ready\n");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 0;
    int posted = 0;
    int64_t start = now();
    while (posted < most_posts || answered < posted) {
        while (posted < most_posts) {
            int64_t at = start + (int64_t)posted * INTERVAL_MS * 1000 / member_count;
            if (at > now()) break;
            int number = ++posted;
            // Neighbours in time are of different groups.
            poster_of[number] = (int)((int64_t)(number - 1) * 7919 % member_count);
            due[number] = at;
            struct poster *poster = &posters[number % POSTERS];
            poster->waiting[poster->count++] = number;
            post(poster);
        }
        poll_once(1);
        if (now() > start + (seconds + 30) * 1000000LL) break;
    }
    for (int64_t end = now() + GRACE_MS * 1000LL; now() < end;) poll_once(10);
    static int sizes[MOST];
    for (int i = 0; i < member_count; i++) sizes[members[i].group]++;
    int64_t missing = 0;
    for (int number = 1; number <= posted; number++) missing += sizes[members[poster_of[number]].group] - 1 - heard[number];
    if (!sample_count) return fprintf(stderr, "crowd: nobody heard anything\n"), 1;
    qsort(samples, sample_count, sizeof *samples, by_size);
    printf("%d %d %zu %lld %u %u %u %u\n", posted, refused, sample_count, (long long)missing, samples[sample_count / 2],
        samples[sample_count * 99 / 100], samples[sample_count * 999 / 1000], samples[sample_count - 1]);
    return 0;
}
