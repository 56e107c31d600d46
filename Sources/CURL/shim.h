#pragma once
#include <curl/curl.h>

// Swift cannot call functions with a variable number of arguments.
static inline CURLcode curl_set_number(CURL *curl, CURLoption option, long number) {
    return curl_easy_setopt(curl, option, number);
}
static inline CURLcode curl_set_text(CURL *curl, CURLoption option, const char *text) {
    return curl_easy_setopt(curl, option, text);
}
static inline CURLcode curl_set_pointer(CURL *curl, CURLoption option, void *pointer) {
    return curl_easy_setopt(curl, option, pointer);
}
static inline CURLcode curl_set_data_function(
    CURL *curl, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(curl, option, function);
}
static inline CURLcode curl_set_progress_function(
    CURL *curl, int (*function)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, function);
}
static inline CURLcode curl_get_number(CURL *curl, CURLINFO info, long *number) {
    return curl_easy_getinfo(curl, info, number);
}
static inline CURLcode curl_get_offset(CURL *curl, CURLINFO info, curl_off_t *number) {
    return curl_easy_getinfo(curl, info, number);
}
