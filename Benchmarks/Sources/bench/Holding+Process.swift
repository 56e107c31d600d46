import Glibc
import Measures

extension ToggleCost.Holding {
    /// What a running process holds now, as the kernel tells it.
    init(of process: pid_t) throws {
        let status = "/proc/\(process)/status"
        guard let text = File.text(status),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({
                Int($0)
            })
        else { throw BenchError.noFigures(status) }
        self.init(
            residentBytes: kibibytes * 1_024, descriptors: try File.count("/proc/\(process)/fd"),
            threads: try File.count("/proc/\(process)/task"))
    }
}
