internal import FeatureKit
internal import Measures

@testable import BLEFeature

/// What is kept of 10,000,000 advertisements from 100,000 random addresses that all speak as beacons do.
enum Flood {
    private static let all = 10_000_000
    private static let addresses = 100_000
    private static let early = 1_000_000
    /// In KiB; it is noise, or a leak.
    private static let mostGrowth = 1_024.0

    /// By how many KiB more is resident at the end than after the first tenth.
    static func row() throws -> Row {
        var hearing = Hearing()
        var events = (0..<addresses).map { Air.beacon($0, sequence: 0) }
        var before = 0
        let start = Uptime.ofThread
        for turn in 0..<all {
            let index = Int((UInt64(turn) &* 0x9E37_79B9_7F4A_7C15) >> 33) % addresses
            // The lower byte of the sequence.
            events[index][events[index].count - 4] = UInt8(truncatingIfNeeded: turn / addresses)
            // 10,000 a second.
            hearing.hear(events[index][...], at: .microseconds(turn * 100))
            if turn == early { before = try Holding().residentBytes / 1_024 }
        }
        let nanoseconds = (Uptime.ofThread - start) / Int64(all)
        let growth = try Holding().residentBytes / 1_024 - before
        print("flood: \(all) advertisements from \(addresses) addresses, \(nanoseconds) ns each")
        print("flood: \(hearing.remembered) senders remembered, \(hearing.forgotten) forgotten while their word held")
        print("flood: \(hearing.tally.fields.map { "\($0.0) \($0.1)" }.joined(separator: ", "))")
        print("flood: \(before) KiB resident after \(early)")
        return Row(
            "resident memory left behind by a flood", unit: "KiB", ours: try Sample([Double(growth)]), bar: mostGrowth)
    }
}
