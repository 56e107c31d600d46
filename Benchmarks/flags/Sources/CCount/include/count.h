#pragma once
#include <stdint.h>

/// How often the process has asked for memory so far, from whichever of its libraries.
uint64_t allocation_count(void);
