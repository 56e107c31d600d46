@_spi(Hosting) import FeatureKit
import Glibc
import Harness

/// Any bytes are a record just where they are JSON in which its shape finds nothing wrong, and what was read is written
/// such that it is read again.
@main enum RecordHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let record = try? Parcel(json: bytes)
    let fits = (try? Value(json: bytes)).map { Parcel.shape.problems(in: $0).isEmpty } ?? false
    require((record != nil) == fits, "the record and its shape disagree")
    guard let record else { return 0 }
    require((try? Parcel(json: Array(record.json.utf8))) == record, "\(record.json) does not come back")
    return 0
}

enum Size: String, CaseIterable, Shaped { case small, large }

@Record struct Side: Equatable {
    /// How long it is.
    @In(0.5...9) var length: Double
    /// What is written on it.
    @Text(1...3) var mark: String?
}

@Record struct Parcel: Equatable {
    /// To whom it goes.
    @Text(1...8) var to: String
    /// How many it holds.
    @In(-3...500) var count: Int = 1
    /// How large it is.
    var size: Size = .small
    /// How long it takes.
    @In(.zero ... .seconds(60)) var takes: Duration?
    /// When it was sent.
    @Name("sent_at") var sent: Timestamp?
    /// Its sides.
    @Count(0...2) var sides: [Side] = []
    /// The weight of each thing in it.
    @In(1...9) var weights: [String: Int]?
    /// Whether it breaks.
    var breaks = false
}
