@_spi(Hosting) import FeatureKit
import Glibc
import Harness
import JSON

/// Any bytes are read or refused; what is read and written again reads as the same; the ways that go without a tree
/// agree with those that take one.
@main enum JSONHarness {
    static let gate = ShapeGate(Sample.shape)

    static func main() { exit(fuzz(read)) }
}

@Record struct Sample: Equatable {
    /// A text.
    @Text(1...8) var key: String
    /// A number.
    @In(1...12) var seats = 2
    /// A fraction.
    @In(0...1) var share: Double?
    /// A truth.
    var on: Bool?
    /// A list.
    @Count(0...3) var list: [[String: Int]] = []
}

/// What fits the shape can be read as the record, with or without a tree, and reads as the same once it was written.
private func checkRecord(_ bytes: [UInt8], _ value: Value) {
    let read = try? Sample(json: bytes)
    require(read == (try? value.decoded(as: Sample.self)), "the record is read in two ways")
    guard let read else {
        return require(!Sample.shape.problems(in: value).isEmpty, "the record that fits can't be read")
    }
    require((try? Sample(json: Array(read.json.utf8))) == read, "the record read again differs")
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var reader = JSONReader()
    do {
        let tape = try reader.read(bytes.span)
        let value = tape.value
        require((try? Value(json: value.json)) == value, "read again it differs")
        require(JSONHarness.gate.accepts(tape) == Sample.shape.problems(in: value).isEmpty, "the gate differs")
        checkRecord(bytes, value)
    } catch {
        require(!"\(error)".isEmpty)
    }
    return 0
}
