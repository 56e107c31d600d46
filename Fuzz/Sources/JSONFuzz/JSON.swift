@_spi(Hosting) import FeatureKit
import Glibc
import Harness
import JSON

/// Any bytes are read or refused; what is read and written again reads as the same; the ways that go without a tree
/// agree with those that take one.
@main enum JSONHarness {
    static let shape = Shape.object([
        Field("key", .text(length: 1...8), "A text."),
        Field("seats", .integer(in: 1...12), "A number.", default: 2),
        Field("share", .number(in: 0...1), "A fraction.", optional: true),
        Field("on", .boolean, "A truth.", optional: true),
        Field("colour", .choice(["red", "green"]), "A choice.", optional: true),
        Field("list", .list(of: .map(of: .integer(in: -5...5), count: 0...3), count: 0...3), "A list.", optional: true),
    ])
    static let gate = ShapeGate(shape)

    static func main() { exit(fuzz(read)) }
}

private struct Sample: Codable, Equatable {
    let key: String
    var seats: Int8?
    var share: Float?
    var on: Bool?
    var list: [[String: UInt]]?
}

private func compare<T: Codable & Equatable>(_ tape: JSONTape, _ value: Value, as type: T.Type) {
    require((try? tape.decoded(as: type)) == (try? value.decoded(as: type)), "\(type) is decoded in two ways")
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var reader = JSONReader()
    do {
        let tape = try reader.read(bytes.span)
        let value = tape.value
        require((try? Value(json: value.json)) == value, "read again it differs")
        require(JSONHarness.gate.accepts(tape) == JSONHarness.shape.problems(in: value).isEmpty, "the gate differs")
        compare(tape, value, as: [String: [Double]].self)
        compare(tape, value, as: Sample.self)
    } catch {
        require(!"\(error)".isEmpty)
    }
    return 0
}
