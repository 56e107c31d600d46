internal import Glibc
internal import HostSystem

/// What the system says of a process.
package struct ProcessFacts: Sendable, Equatable {
    /// Memory that it holds, in bytes.
    package var residentBytes: Int?
    package var openDescriptors: Int?
    package var mostDescriptors: Int?
    /// Seconds of all processors together.
    package var processorSeconds: Double?

    /// More descriptors are not counted.
    private static let mostNames = 1_000_000

    /// Reads those of another process of the same user: its memory and its descriptors; what can't be read is nil.
    package static func of(_ process: Int32) -> ProcessFacts { facts(in: "/proc/\(process)") }

    private static func facts(in folder: String) -> ProcessFacts {
        var facts = ProcessFacts()
        facts.residentBytes = residentPages(in: firstLine(of: "\(folder)/statm")).map { $0 &* Int(getpagesize()) }
        facts.openDescriptors = (try? Folder.names(in: "\(folder)/fd", most: mostNames)).map(\.names.count)
        return facts
    }

    /// Reads those of this process; what can't be read is nil.
    package static func now() -> ProcessFacts {
        var facts = facts(in: "/proc/self")
        // The folder's own descriptor is open while its names are read.
        facts.openDescriptors = facts.openDescriptors.map { $0 - 1 }
        var limit = rlimit()
        if unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            facts.mostDescriptors = Int(clamping: limit.rlim_cur)
        }
        var usage = rusage()
        if unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            facts.processorSeconds = usage.ru_utime.seconds + usage.ru_stime.seconds
        }
        return facts
    }

    /// The second number of `/proc/self/statm`.
    static func residentPages(in line: String?) -> Int? {
        line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = try? Descriptor(opening: { unsafe open(path, O_RDONLY | O_CLOEXEC) }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(file.number, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1_000_000 }
}
