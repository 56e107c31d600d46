@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureWire

struct StoreOperationTests {
    private static let all: [StoreOperation] = {
        var query = StoreOperation.Query()
        query.conditions = [
            .equals("a", 1), .among(.folded("b"), ["x", "y"]), .absent("c"), .from("d", 1.5), .above("e", true),
            .upTo("f", "z"), .below("g", 2), .begins("h", "añ"), .contains("i", "part"),
            .near("j", of: GeoPoint(lat: -1.5, lon: 2), within: 30), .near("k", of: GeoPoint(lat: 0, lon: 0)),
        ]
        query.order = .by("a").then(.descending(by: .folded("b")))
        query.limit = 1_000
        query.cursor = PageCursor("AbC")
        return [
            .token, .document(collection: "bars", id: "añil"), .page(collection: "bars", query),
            .page(collection: "bars", StoreOperation.Query()), .count(collection: "bars", query), .blob(id: "b"),
            .bytes(id: "b", from: 7, count: 9),
            .put(collection: "bars", id: "1", .anything, ["a": [1, nil, "x", false, 1.5]]),
            .put(collection: "bars", id: "1", .absent, nil), .put(collection: "bars", id: "1", .version(-7), "x"),
            .delete(collection: "bars", id: "1", .version(7)), .piece([0, 255]), .putBlob(id: "b", type: "a/b"),
            .deleteBlob(id: "b"),
        ]
    }()

    private static func bytes(of operation: StoreOperation) -> [UInt8] {
        var writer = WireWriter()
        writer.operation(operation)
        return writer.bytes
    }

    private static func read(_ bytes: [UInt8]) throws(WireError) -> StoreOperation {
        try WireMessage(.operation, 0, bytes).read { (reader) throws(WireError) in try reader.operation() }
    }

    @Test(arguments: all) func `What is asked of a store arrives as it was`(_ operation: StoreOperation) throws {
        #expect(try Self.read(Self.bytes(of: operation)) == operation)
    }

    @Test(arguments: all) func `What is cut off, or goes on, is refused`(_ operation: StoreOperation) {
        let bytes = Self.bytes(of: operation)
        for end in bytes.indices { #expect(throws: WireError.self) { try Self.read(Array(bytes[..<end])) } }
        #expect(throws: WireError.self) { try Self.read(bytes + [0]) }
    }

    @Test func `Whatever comes is read or refused`() {
        var random = SystemRandomNumberGenerator()
        var readable = 0
        for round in 0..<20_000 {
            var bytes = Self.bytes(of: Self.all[round % Self.all.count])
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0 ... .max, using: &random)
            }
            if (try? Self.read(bytes)) != nil { readable += 1 }
        }
        #expect(readable > 0)
    }

    @Test func `A refusal arrives word for word`() throws {
        let refusals: [StoreRefusal] = [
            .refused(.full("shop", "bytes", most: 7)), .refused(.behind("bars")),
            .refused(StoreError(.damaged, "añil")), .contended, .cancelled,
        ]
        for refusal in refusals {
            let message = WireMessage(.refusal, 1) { $0.storeRefusal(refusal) }
            #expect(try message.read { (reader) throws(WireError) in try reader.storeRefusal() } == refusal)
        }
        #expect(refusals[0].thrown as? StoreError == .full("shop", "bytes", most: 7))
        #expect(refusals[3].thrown is StoreContention)
        #expect(refusals[4].thrown is CancellationError)
    }
}
