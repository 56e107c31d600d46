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
    __typeof__(&curl_easy_perform) easy_perform;
    __typeof__(&curl_easy_strerror) easy_strerror;
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
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
    FIND(easy_perform);
    FIND(easy_strerror);
    FIND(easy_setopt);
    FIND(easy_getinfo);
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
CURLcode curl_transfer(CURL *curl) { return library.easy_perform(curl); }
const char *curl_words(CURLcode code) { return library.easy_strerror(code); }

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
CURLcode curl_set_progress_function(
    CURL *curl, int (*function)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    return library.easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, function);
}
CURLcode curl_get_number(CURL *curl, CURLINFO info, long *number) { return library.easy_getinfo(curl, info, number); }
CURLcode curl_get_offset(CURL *curl, CURLINFO info, curl_off_t *number) {
    return library.easy_getinfo(curl, info, number);
}
