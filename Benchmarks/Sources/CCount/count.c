#include "count.h"

#include <errno.h>
#include <stddef.h>

// glibc's own entry points; those below stand before them in every library of the process.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

// Of each thread its own, so that threads do not wait for each other where nobody counts.
static _Thread_local uint64_t count;

uint64_t allocation_count(void) { return count; }

static void add(void) { count++; }

void *malloc(size_t size) {
    add();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    add();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    add();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    add();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **made, size_t alignment, size_t size) {
    add();
    *made = __libc_memalign(alignment, size);
    return *made ? 0 : ENOMEM;
}
