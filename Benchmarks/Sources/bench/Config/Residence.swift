import HostRuntime
import Measures

/// What stays in memory when the document is read again and again, each time with one flag changed.
enum Residence {
    private static let reloads = 100
    /// After so many the memory is as large as it is to be.
    private static let settled = 5

    static func measure(_ document: BigDocument) throws -> [Row] {
        MemoryArenas.share()
        let texts = [20, 30].map { Array(document.changingOneFlag(to: $0).utf8) }
        var reload = Reload()
        var resident: [Double] = []
        for round in 1...reloads {
            reload.swap(try reload.all(texts[round % 2]))
            MemoryArenas.giveBack(afterReading: texts[round % 2].count)
            if round >= settled { resident.append(try Holding().residentMebibytes) }
        }
        let growth = (resident[resident.count - 1] / resident[0] - 1) * 100
        return try [
            Row("resident memory while reloading", unit: "MiB", ours: Sample(resident), bar: 256),
            Row("resident memory left behind by \(reloads) reloads", unit: "%", ours: Sample([growth]), bar: 5),
        ]
    }
}
