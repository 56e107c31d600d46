internal import Glibc

/// What this process holds and has used.
enum Process {
    /// Of this thread, in nanoseconds.
    static var threadTime: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// What is resident, in KiB.
    static var resident: Int {
        guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe fgets(&text, 255, file) != nil else { return 0 }
        let words = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1_024 : 0
    }
}
