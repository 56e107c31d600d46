#include "cre2.h"

#include <new>
#include <re2/re2.h>

struct flagstand_re2 {
    RE2 pattern;
    flagstand_re2(re2::StringPiece text, const RE2::Options &options) : pattern(text, options) {}
};

static RE2::Options options(bool ignoring_case, int64_t memory) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(!ignoring_case);
    options.set_max_mem(memory);
    return options;
}

flagstand_re2 *flagstand_re2_new(const char *pattern, size_t length, bool ignoring_case, int64_t memory) {
    return new (std::nothrow) flagstand_re2({pattern, length}, options(ignoring_case, memory));
}

void flagstand_re2_delete(flagstand_re2 *pattern) { delete pattern; }

const char *flagstand_re2_error(const flagstand_re2 *pattern) {
    return pattern->pattern.ok() ? nullptr : pattern->pattern.error().c_str();
}

bool flagstand_re2_finds(const flagstand_re2 *pattern, const char *text, size_t length) {
    return pattern->pattern.Match({text, length}, 0, length, RE2::UNANCHORED, nullptr, 0);
}
