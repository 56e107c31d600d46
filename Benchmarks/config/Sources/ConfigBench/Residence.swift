import Glibc
import HostRuntime
import Measures
import TestSupport

/// What stays in memory when the document is read again and again, each time with one flag changed.
struct Residence {
    private static let reloads = 100
    /// After so many the memory is as large as it is to be.
    private static let settled = 5
    let rows: [Row]

    init(_ document: BigDocument) throws {
        MemoryArenas.share()
        let texts = [20, 30].map { Array(document.changingOneFlag(to: $0).utf8) }
        var reload = Reload()
        var resident: [Double] = []
        for round in 1...Self.reloads {
            reload.swap(try reload.all(texts[round % 2]))
            MemoryArenas.giveBack(afterReading: texts[round % 2].count)
            if round >= Self.settled { resident.append(try Self.resident()) }
        }
        let growth = Sample([(resident[resident.count - 1] / resident[0] - 1) * 100])
        rows = [
            Sample(resident).map { Row("resident memory while reloading", unit: "MiB", ours: $0, bar: 256) },
            growth.map {
                Row("resident memory left behind by \(Self.reloads) reloads", unit: "%", ours: $0, bar: 5)
            },
        ].compactMap { $0 }
    }

    /// `VmRSS` in MiB.
    private static func resident() throws -> Double {
        let path = "/proc/self/statm"
        let words = String(decoding: try ProcFile.read(path), as: UTF8.self).split(separator: " ")
        guard words.count > 1, let pages = Double(words[1]) else { throw BenchError.unreadable(path) }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
