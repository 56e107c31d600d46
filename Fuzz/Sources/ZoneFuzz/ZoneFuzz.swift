import FeatureKit
import Glibc
import Harness

@testable import Calendars

/// Any bytes are read as a zone or as none; what was read can be asked about any time.
///
/// A moment that it finds for a time is one at which its clocks show that time, unless it lies in a gap.
@main enum ZoneHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let rule = ZoneRule(bytes) { check(rule) }
    do throws(ZoneDamage) { check(Zone(name: "fuzz", try TZif(bytes)), bytes) } catch {
        require(!error.description.isEmpty)
    }
    return 0
}

private func check(_ rule: ZoneRule) {
    for second in stride(from: -9_000_000_000, to: 9_000_000_000, by: 999_999_937) {
        let offset = rule.offset(at: second)
        require(offset == rule.standard || offset == rule.summer?.offset, "an offset of nobody")
        let transitions = rule.transitions(in: second...(second + 400 * 86_400))
        let isInSpan = transitions.allSatisfy { second...(second + 400 * 86_400) ~= $0 }
        require(transitions == transitions.sorted() && isInSpan, "transitions")
    }
}

private func check(_ zone: Zone, _ bytes: [UInt8]) {
    // Times of the bytes, so that they lie where something happens.
    var seconds: [Int] = [Int(Int64.min / 1_000_000_000), Int(Int64.max / 1_000_000_000), 0]
    for index in stride(from: 0, to: max(0, bytes.count - 8), by: 8) {
        let number = bytes[index..<index + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        seconds.append(Int(truncatingIfNeeded: number) % 9_000_000_000)
    }
    for second in seconds {
        let moment = Timestamp(second: second)
        let offset = zone.offset(at: moment)
        require(Zone.offsets.contains(offset), "nobody is that far from UTC")
        let day = zone.day(at: moment)
        let shown = moment.second + offset
        require(day.daysSince1970 == shown.dividedFloor(by: 86_400), "another day")
        let first = zone.moment(day, secondOfDay: shown - day.daysSince1970 * 86_400)
        // It is shown then, so there is no gap; it may have been shown before.
        guard first.nanoseconds != .min, first.nanoseconds != .max else { continue }
        require(first <= moment, "the first time comes later")
        require(first.second + zone.offset(at: first) == shown, "it is not shown then")
    }
}
