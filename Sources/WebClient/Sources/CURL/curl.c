#define _GNU_SOURCE
#include "CURL.h"

#include <dlfcn.h>
#include <pthread.h>

// The name that its ABI has had since 2006.
static const char *const library_name = "libcurl.so.4";

// Typed by the header, so that what is called is what libcurl has.
static struct {
    __typeof__(&curl_global_init) global_init;
    __typeof__(&curl_easy_init) easy_init;
    __typeof__(&curl_easy_cleanup) easy_cleanup;
    __typeof__(&curl_easy_strerror) easy_strerror;
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    __typeof__(&curl_multi_init) multi_init;
    __typeof__(&curl_multi_cleanup) multi_cleanup;
    __typeof__(&curl_multi_add_handle) multi_add_handle;
    __typeof__(&curl_multi_remove_handle) multi_remove_handle;
    __typeof__(&curl_multi_perform) multi_perform;
    __typeof__(&curl_multi_poll) multi_poll;
    __typeof__(&curl_multi_wakeup) multi_wakeup;
    __typeof__(&curl_multi_info_read) multi_info_read;
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    __typeof__(&curl_slist_append) slist_append;
    __typeof__(&curl_slist_free_all) slist_free_all;
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_awake;

static void wake(void) {
    void *opened = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return;
#define FIND(name) \
    if (!(*(void **)&library.name = dlsym(opened, "curl_" #name))) return
    FIND(global_init);
    FIND(easy_init);
    FIND(easy_cleanup);
    FIND(easy_strerror);
    FIND(easy_setopt);
    FIND(easy_getinfo);
    FIND(multi_init);
    FIND(multi_cleanup);
    FIND(multi_add_handle);
    FIND(multi_remove_handle);
    FIND(multi_perform);
    FIND(multi_poll);
    FIND(multi_wakeup);
    FIND(multi_info_read);
    FIND(multi_setopt);
    FIND(slist_append);
    FIND(slist_free_all);
#undef FIND
    // It wants to be woken before the first thread uses it.
    is_awake = library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool curl_wake(void) {
    pthread_once(&once, wake);
    return is_awake;
}

CURL *curl_open(void) { return library.easy_init(); }
void curl_close(CURL *curl) { library.easy_cleanup(curl); }
const char *curl_words(CURLcode code) { return library.easy_strerror(code); }

CURLM *curl_waiter_open(void) { return library.multi_init(); }
void curl_waiter_close(CURLM *waiter) { library.multi_cleanup(waiter); }
void curl_waiter_wake(CURLM *waiter) { library.multi_wakeup(waiter); }

CURLcode curl_transfer(CURL *curl, CURLM *waiter, int (*patience)(void *), void *context) {
    if (library.multi_add_handle(waiter, curl) != CURLM_OK) return CURLE_FAILED_INIT;
    CURLcode result = CURLE_OK;
    for (;;) {
        int running = 0;
        if (library.multi_perform(waiter, &running) != CURLM_OK) {
            result = CURLE_FAILED_INIT;
            break;
        }
        if (!running) {
            int left = 0;
            CURLMsg *message = library.multi_info_read(waiter, &left);
            result = message ? message->data.result : CURLE_FAILED_INIT;
            break;
        }
        int wait = patience(context);
        if (wait < 0) {
            result = CURLE_ABORTED_BY_CALLBACK;
            break;
        }
        library.multi_poll(waiter, NULL, 0, wait, NULL);
    }
    library.multi_remove_handle(waiter, curl);
    return result;
}

void curl_loop_limit(CURLM *loop, CURLMoption option, long number) { library.multi_setopt(loop, option, number); }
bool curl_loop_add(CURLM *loop, CURL *curl) { return library.multi_add_handle(loop, curl) == CURLM_OK; }
void curl_loop_remove(CURLM *loop, CURL *curl) { library.multi_remove_handle(loop, curl); }
void curl_loop_turn(CURLM *loop) {
    int running;
    library.multi_perform(loop, &running);
}
void curl_loop_wait(CURLM *loop, int milliseconds) { library.multi_poll(loop, NULL, 0, milliseconds, NULL); }
CURL *curl_loop_next(CURLM *loop, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = library.multi_info_read(loop, &left)))
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return NULL;
}

void thread_is_called_web(void) { pthread_setname_np(pthread_self(), "web"); }

struct curl_slist *curl_lines_adding(struct curl_slist *lines, const char *line) {
    return library.slist_append(lines, line);
}
void curl_lines_close(struct curl_slist *lines) {
    // None were made where there is no libcurl.
    if (lines) library.slist_free_all(lines);
}

CURLcode curl_set_number(CURL *curl, CURLoption option, long number) {
    return library.easy_setopt(curl, option, number);
}
CURLcode curl_set_text(CURL *curl, CURLoption option, const char *text) {
    return library.easy_setopt(curl, option, text);
}
CURLcode curl_set_pointer(CURL *curl, CURLoption option, void *pointer) {
    return library.easy_setopt(curl, option, pointer);
}
CURLcode curl_set_data_function(
    CURL *curl, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return library.easy_setopt(curl, option, function);
}
CURLcode curl_set_socket_function(
    CURL *curl, curl_socket_t (*function)(void *, curlsocktype, struct curl_sockaddr *), void *context) {
    library.easy_setopt(curl, CURLOPT_OPENSOCKETDATA, context);
    return library.easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, function);
}
CURLcode curl_get_number(CURL *curl, CURLINFO info, long *number) { return library.easy_getinfo(curl, info, number); }
CURLcode curl_get_offset(CURL *curl, CURLINFO info, curl_off_t *number) {
    return library.easy_getinfo(curl, info, number);
}
