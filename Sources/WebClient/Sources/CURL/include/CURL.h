#pragma once
#include <curl/curl.h>
#include <stdbool.h>

// What a transfer needs of libcurl, which is loaded with the first one: it brings two dozen other libraries along, and
// with them every command would take twice as long to start. These also have no variable number of arguments, which
// Swift could not call.

/// Loads and wakes libcurl, once; true where that has worked. All else may only be called then.
bool curl_wake(void);

CURL *curl_open(void);
void curl_close(CURL *curl);
const char *curl_words(CURLcode code);

/// What waits for one transfer, and lets other threads end the wait.
CURLM *curl_waiter_open(void);
void curl_waiter_close(CURLM *waiter);
/// Ends a wait, from any thread.
void curl_waiter_wake(CURLM *waiter);

/// Asks, and returns once all of the answer was taken; `patience` says again and again for how many milliseconds it may
/// wait at most, and less than 0 where the transfer is to be given up.
CURLcode curl_transfer(CURL *curl, CURLM *waiter, int (*patience)(void *), void *context);

// A loop is a waiter with many transfers, which one thread drives: add, turn, take those that have ended, wait.
void curl_loop_limit(CURLM *loop, CURLMoption option, long number);
bool curl_loop_add(CURLM *loop, CURL *curl);
void curl_loop_remove(CURLM *loop, CURL *curl);
void curl_loop_turn(CURLM *loop);
void curl_loop_wait(CURLM *loop, int milliseconds);
/// A transfer that has ended, with its result; null where none has.
CURL *curl_loop_next(CURLM *loop, CURLcode *result);

/// Names the calling thread, as `top` and debuggers show it; Swift does not see the call for it.
void thread_is_called_web(void);

struct curl_slist *curl_lines_adding(struct curl_slist *lines, const char *line);
void curl_lines_close(struct curl_slist *lines);

CURLcode curl_set_number(CURL *curl, CURLoption option, long number);
CURLcode curl_set_text(CURL *curl, CURLoption option, const char *text);
CURLcode curl_set_pointer(CURL *curl, CURLoption option, void *pointer);
CURLcode curl_set_data_function(
    CURL *curl, CURLoption option, size_t (*function)(char *, size_t, size_t, void *));
/// Lets a function open each socket, which may refuse its address.
CURLcode curl_set_socket_function(
    CURL *curl, curl_socket_t (*function)(void *, curlsocktype, struct curl_sockaddr *), void *context);
CURLcode curl_get_number(CURL *curl, CURLINFO info, long *number);
CURLcode curl_get_offset(CURL *curl, CURLINFO info, curl_off_t *number);
