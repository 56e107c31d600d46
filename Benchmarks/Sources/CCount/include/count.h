#pragma once
#include <stdint.h>

/// How often the calling thread has asked for memory so far, from whichever of its libraries.
uint64_t allocation_count(void);
