package import Glibc

/// What a process holds at one moment.
package struct Holding: Sendable, Equatable {
    package let residentBytes: Int
    package let descriptors: Int
    package let threads: Int
    /// How many processes it has started that are still there.
    package let children: Int

    package init(residentBytes: Int, descriptors: Int, threads: Int, children: Int = 0) {
        self.residentBytes = residentBytes
        self.descriptors = descriptors
        self.threads = threads
        self.children = children
    }

    /// What a running process holds now, as the kernel tells it; this process, unless another one is named.
    package init(of process: pid_t = getpid()) throws {
        let folder = "/proc/\(process)"
        let pages = try File.text("\(folder)/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let pages else { throw BenchError.unreadable("\(folder)/statm") }
        let threads = try File.names("\(folder)/task")
        self.init(
            residentBytes: pages * Int(getpagesize()), descriptors: try File.names("\(folder)/fd").count,
            threads: threads.count,
            children: try threads.reduce(0) { sum, thread in
                try sum + File.text("\(folder)/task/\(thread)/children").split(separator: " ").count
            })
    }

    package var residentMebibytes: Double { Double(residentBytes) / 1_048_576 }
}
