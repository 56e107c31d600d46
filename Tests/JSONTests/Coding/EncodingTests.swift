import FeatureKit
import TestSupport
import Testing

@testable import JSON

/// What is encoded means what `Value(encoding:).json` means, byte for byte.
@Suite(.timeLimit(.minutes(1))) struct EncodingTests {
    private func expectSame(_ value: some Encodable, _ place: SourceLocation = #_sourceLocation) {
        let wanted = Result { try Value(encoding: value).json }
        var bytes = Array("before".utf8)
        let written = Result { try JSON.encode(value, into: &bytes) }.map {
            String(decoding: bytes.dropFirst(6), as: UTF8.self)
        }
        #expect(bytes.starts(with: "before".utf8), sourceLocation: place)
        switch (wanted, written) {
        case (.success(let wanted), .success(let written)): #expect(written == wanted, sourceLocation: place)
        case (.failure(let wanted), .failure(let written)):
            #expect("\(written)" == "\(wanted)", sourceLocation: place)
            #expect(bytes.count == 6, sourceLocation: place)
        default: Issue.record("wanted \(wanted), written \(written)", sourceLocation: place)
        }
    }

    @Test(arguments: Seeds.forThisRun(count: 40))
    func `random values of every kind`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        expectSame(random.everything())
        expectSame(random.value())
        expectSame([random.text(): random.value()])
        expectSame((0..<3).map { _ in random.number() })
        expectSame((0..<3).map { _ in random.integer() })
        expectSame(random.text())
    }

    @Test func `values without containers`() {
        expectSame(5)
        expectSame("é\u{2028}\"")
        expectSame(true)
        expectSame(1.0)
        expectSame(Float(0.1))
        expectSame(Int?.none)
        expectSame(Int?.some(1))
        expectSame(Duration.milliseconds(1500))
        expectSame(Duration?.some(.seconds(2)))
        expectSame(Value.null)
        expectSame(Timestamp(nanoseconds: 1))
        expectSame(Colour.red)
        expectSame(Double.nan)
        expectSame([Double.infinity, -.infinity])
        expectSame(UInt64.max)
        expectSame([UInt64.max])
        expectSame(["a": ["b": [UInt128.max]]])
        expectSame(Int128(7))
        expectSame(Int64.min)
        expectSame(Nothing())
        expectSame([Nothing(), Nothing()])
        expectSame([String: Int]())
        expectSame([[Int]]())
        expectSame(Media(type: "image/png", bytes: [1, 2, 3]))
        expectSame(Secret("hidden"))
    }

    @Test func `classes and containers by hand`() {
        expectSame(Derived(id: 7, note: "n"))
        expectSame([Derived(id: 7, note: "n"), Derived(id: 8, note: "m")])
        expectSame(ByHand(x: 1, deep: [1, 2], last: true))
        expectSame(ByHand(x: 1, deep: [], last: true))
    }

    @Test func `a mapping with very many names`() {
        expectSame(Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("name-\($0)", $0) }))
        expectSame(Dictionary(uniqueKeysWithValues: (0..<300).map { ("é\($0)\"", $0) }))
    }

    @Test func `values inside one another beyond what is usual`() {
        var value: Value = 1
        for _ in 0..<200 { value = [["a": value]] }
        expectSame(value)
        struct Box: Encodable {
            let depth: Int
            private enum CodingKeys: CodingKey { case inner }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                if depth > 0 { try container.encode(Box(depth: depth - 1), forKey: .inner) }
            }
        }
        expectSame(Box(depth: 100))
    }

    private enum Key: String, CodingKey { case a, b, c, accented = "é", apart = "e\u{301}" }

    private struct Custom: Encodable {
        let body: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private func expectSame(
        _ place: SourceLocation = #_sourceLocation, _ body: @escaping (any Encoder) throws -> Void
    ) {
        expectSame(Custom(body: body), place)
        expectSame([Custom(body: body)], place)
        expectSame(["x": Custom(body: body), "y": Custom { _ in }], place)
    }

    @Test func `orders that no synthesised code has`() {
        expectSame { _ in }
        expectSame { encoder in _ = encoder.container(keyedBy: Key.self) }
        expectSame { encoder in _ = encoder.unkeyedContainer() }
        expectSame { encoder in _ = encoder.singleValueContainer() }
        expectSame { encoder in  // The same container, asked for twice.
            var first = encoder.container(keyedBy: Key.self)
            try first.encode(1, forKey: .a)
            var second = encoder.container(keyedBy: Key.self)
            try second.encode(2, forKey: .b)
            try first.encode(3, forKey: .c)
        }
        expectSame { encoder in  // Back and forth between two that are open.
            var outer = encoder.container(keyedBy: Key.self)
            var left = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
            var right = outer.nestedUnkeyedContainer(forKey: .b)
            try left.encode(1, forKey: .a)
            try right.encode(2)
            try left.encode(3, forKey: .b)
            try right.encode("x")
            try outer.encode(true, forKey: .c)
        }
        expectSame { encoder in  // Another kind than before.
            var list = encoder.unkeyedContainer()
            try list.encode(1)
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(2, forKey: .a)
        }
        expectSame { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            try single.encode("again")
        }
        expectSame { encoder in
            var single = encoder.singleValueContainer()
            try single.encode([1, 2])
            var object = encoder.container(keyedBy: Key.self)
            try object.encodeNil(forKey: .a)
        }
        expectSame { encoder in  // An encoder that nobody writes to is an empty mapping.
            var object = encoder.container(keyedBy: Key.self)
            _ = object.superEncoder()
            _ = object.superEncoder(forKey: .b)
            try object.encode(1, forKey: .c)
        }
        expectSame { encoder in  // One that is kept and used late.
            var list = encoder.unkeyedContainer()
            let late = list.superEncoder()
            try list.encode(1)
            var single = late.singleValueContainer()
            try single.encode("late")
        }
        expectSame { encoder in
            var list = encoder.unkeyedContainer()
            try list.encode(list.count)
            try list.encodeNil()
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(inner.count)
            try list.encode(list.count)
            _ = list.nestedContainer(keyedBy: Key.self)
            try list.encode(list.count)
        }
    }

    @Test func `a name that is given twice counts once, with what came last`() {
        expectSame { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(1, forKey: .a)
            try object.encode(2, forKey: .b)
            try object.encode("again", forKey: .a)
        }
        expectSame { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(1, forKey: .accented)
            try object.encode(2, forKey: .apart)
        }
    }

    @Test func `errors, and those that are caught on the way`() {
        struct Refusal: Error {}
        expectSame { _ in throw Refusal() }
        expectSame { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode([1, 2], forKey: .a)
            throw Refusal()
        }
        expectSame { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try? object.encode(UInt64.max, forKey: .a)
            try? object.encode([0, UInt64.max], forKey: .b)
            try object.encode(1, forKey: .c)
        }
        expectSame { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try? object.encode(
                Custom { encoder in
                    var list = encoder.unkeyedContainer()
                    try list.encode(1)
                    throw Refusal()
                }, forKey: .a)
        }
    }

    @Test func `who asks for the way to a value is told`() {
        func steps(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: "/") }
        expectSame { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(steps(object.codingPath), forKey: .a)
            var list = object.nestedUnkeyedContainer(forKey: .accented)
            try list.encode(steps(list.codingPath))
            try list.encode(
                Custom { encoder in
                    var inner = encoder.container(keyedBy: Key.self)
                    try inner.encode(
                        Custom { encoder in
                            var single = encoder.singleValueContainer()
                            try single.encode(steps(encoder.codingPath))
                        }, forKey: .b)
                })
        }
    }

    private struct Nest: Encodable {
        var inner: [Nest]
    }

    @Test(arguments: [1, 64, 127, 128, 129, 130, 5_000])
    func `what is nested deeper than a stack holds is refused`(levels: Int) {
        // Each level is two: the mapping and its list.
        expectSame((1..<levels).reduce(Nest(inner: [])) { inner, _ in Nest(inner: [inner]) })
    }
}
