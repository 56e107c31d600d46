internal import CLinux
internal import Glibc
internal import HostSystem

/// What a worker gives up before it opens its library.
///
/// The host has done its part: nothing but the descriptors that it needs, no environment, no terminal.
enum Confinement {
    /// How many descriptors it may have at a time.
    static let descriptors: rlim_t = 1_024
    /// First in line when the machine's memory ends.
    private static let firstInLine = "1000"

    static func enter() throws(SystemError) {
        try SystemError.check { allow_no_new_privileges() }
        // What its programs leave behind comes to it, where the host finds it.
        try SystemError.check { take_in_orphans() }
        try limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0)
        try limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), to: descriptors)
        umask(0o077)
        try leaveFolder()
        // Not everywhere is there such a file; without it the machine chooses by size alone.
        if let file = try? Descriptor(opening: { unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC) }) {
            try? file.write(Array(firstInLine.utf8))
        }
    }

    /// Never more than it was given.
    private static func limit(_ resource: __rlimit_resource_t, to most: rlim_t) throws(SystemError) {
        var limit = rlimit()
        try SystemError.check { unsafe getrlimit(resource, &limit) }
        limit = rlimit(rlim_cur: min(most, limit.rlim_max), rlim_max: min(most, limit.rlim_max))
        try SystemError.check { unsafe setrlimit(resource, &limit) }
    }

    /// Goes into a folder that is removed at once: it is empty, and not even root can make a file in it.
    private static func leaveFolder() throws(SystemError) {
        for place in ["/tmp", "/dev/shm"] {
            var template = Array("\(place)/flagstand-worker-XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { continue }
            defer { unsafe rmdir(template) }
            if unsafe chdir(template) == 0 { return }
        }
        // Where nothing can be written at all, the root will do.
        try SystemError.check { unsafe chdir("/") }
    }
}
