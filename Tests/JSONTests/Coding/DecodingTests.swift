import FeatureKit
import TestSupport
import Testing

@testable import JSON

/// What is decoded means what `Value.decoded(as:)` means, errors included.
@Suite(.timeLimit(.minutes(1))) struct DecodingTests {
    private func expectSame<T: Decodable & Equatable>(
        _ type: T.Type, _ value: Value, _ place: SourceLocation = #_sourceLocation
    ) {
        expectSame(type, value, place) { $0 == $1 }
    }

    private func expectSame<T: Decodable>(
        _ type: T.Type, _ value: Value, _ place: SourceLocation = #_sourceLocation, isSame: (T, T) -> Bool
    ) {
        let wanted = Result { try value.decoded(as: type) }
        let found = Result { try JSON.decode(type, from: Array(value.json.utf8)) }
        switch (wanted, found) {
        case (.success(let wanted), .success(let found)):
            #expect(isSame(found, wanted), "\(found) and \(wanted)", sourceLocation: place)
        case (.failure(let wanted), .failure(let found)):
            #expect(inWords(found) == inWords(wanted), sourceLocation: place)
        default: Issue.record("wanted \(wanted), found \(found)", sourceLocation: place)
        }
    }

    /// An error with the way to it; a key is its text here, whatever its type.
    private func inWords(_ error: any Error) -> String {
        func steps(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: "/") + ": " + context.debugDescription
        }
        return switch error {
        case DecodingError.typeMismatch(let type, let context): "mismatch \(type) \(steps(context))"
        case DecodingError.keyNotFound(let key, let context): "no key \(key.stringValue) \(steps(context))"
        case DecodingError.valueNotFound(let type, let context): "no value \(type) \(steps(context))"
        case DecodingError.dataCorrupted(let context): "corrupted \(steps(context))"
        default: "\(error)"
        }
    }

    @Test(arguments: Seeds.forThisRun(count: 40))
    func `what was encoded`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let everything = random.everything()
        var bytes: [UInt8] = []
        try JSON.encode(everything, into: &bytes)
        #expect(try JSON.decode(Everything.self, from: bytes) == everything)
    }

    /// Members in another order, missing, of another kind: the same value or the same error.
    @Test(arguments: Seeds.forThisRun(count: 60))
    func `what was changed after it was encoded`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var value = try Value(encoding: random.everything())
        for _ in 0..<Int.random(in: 0...2, using: &random) { value = random.changed(value) }
        expectSame(Everything.self, value)
        expectSame(Value.self, value)
        expectSame([String: Value].self, value)
    }

    @Test func `values without containers`() {
        let values: [Value] = [
            nil, true, 0, 1, -1, 300, 1.0, 1.5, -0.0, 1e300, "", "a", "5s", "1h30m", "red", [], [1], [nil], [:],
            ["a": 1],
            .integer(.max), .integer(.min), "2026-11-20T14:03:05Z", "2026-02-30T14:03:05Z", [[1], []], ["idle": [:]],
        ]
        for value in values {
            expectSame(Bool.self, value)
            expectSame(String.self, value)
            expectSame(Int.self, value)
            expectSame(Int8.self, value)
            expectSame(UInt16.self, value)
            expectSame(UInt64.self, value)
            expectSame(Int128.self, value)
            expectSame(Double.self, value)
            expectSame(Float.self, value)
            expectSame(Duration.self, value)
            expectSame(Timestamp.self, value)
            expectSame(Colour.self, value)
            expectSame(Event.self, value)
            expectSame(Value.self, value)
            expectSame(Int?.self, value)
            expectSame(Duration?.self, value)
            expectSame(Value?.self, value)
            expectSame([Int].self, value)
            expectSame([Int?].self, value)
            expectSame([Value].self, value)
            expectSame([String: Int].self, value)
            expectSame([String: Int?].self, value)
            expectSame([Int: Int].self, value)
            expectSame(Nothing.self, value)
            expectSame([[Int]].self, value)
        }
    }

    @Test func `classes and containers by hand`() {
        expectSame(Derived.self, ["note": "n", "super": ["id": 1]]) { $0.id == $1.id && $0.note == $1.note }
        expectSame(Derived.self, ["note": "n"]) { $0.id == $1.id && $0.note == $1.note }
        expectSame(Derived.self, ["super": ["id": 1], "note": 1]) { $0.id == $1.id && $0.note == $1.note }
        expectSame(Derived.self, ["super": ["id": "x"], "note": "n"]) { $0.id == $1.id && $0.note == $1.note }
        expectSame([Derived].self, [["note": "n", "super": ["id": 1]], ["super": ["id": 2], "note": "m"]]) {
            $0.map(\.id) == $1.map(\.id)
        }
        expectSame(ByHand.self, ["inside": ["x": 1], "list": [[1, nil], [2, "s"]], "last": true])
        expectSame(ByHand.self, ["list": [[1, nil], [2]], "inside": ["x": 1]])
        expectSame(ByHand.self, ["list": [[1, 5]], "inside": ["x": 1]])
        expectSame(ByHand.self, ["list": 1, "inside": ["x": 1]])
        expectSame(ByHand.self, ["list": [], "inside": [1]])
    }

    @Test func `names are the same as Swift's texts are`() throws {
        struct Accent: Codable {
            var é: Int
            var K: Int?
        }
        for text in [
            #"{"é":1}"#, #"{"e\u0301":1}"#, #"{"\u00e9":1,"\u212a":2}"#, #"{"K":2,"é":1}"#, #"{"\u004b":2,"é":1}"#,
        ] {
            let wanted = try Value(json: text).decoded(as: Accent.self)
            let found = try JSON.decode(Accent.self, from: Array(text.utf8))
            #expect(wanted.é == found.é && wanted.K == found.K)
        }
    }

    @Test func `a decoder that is kept knows what it knew`() throws {
        final class Kept: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        var reader = JSONReader()
        let kept = try reader.read(Array(#"{"a":[1,2]}"#.utf8).span).decoded(as: [String: Kept].self)
        _ = try reader.read(Array(#"{"a":"something else"}"#.utf8).span)
        #expect(try [Int](from: #require(kept["a"]).decoder) == [1, 2])
    }

    @Test func `members are found in any order`() throws {
        let names = (0..<40).map { "name-\($0)" }
        let text = "{" + names.shuffled().map { #""\#($0)":{"in":"\#($0)"}"# }.joined(separator: ",") + "}"
        struct Found: Decodable {
            var found: [String: String] = [:]
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: TapeKey.self)
                for name in (0..<40).map({ "name-\($0)" }).shuffled() {
                    let inner = try outer.nestedContainer(keyedBy: TapeKey.self, forKey: TapeKey(stringValue: name))
                    #expect(!outer.contains(TapeKey(stringValue: "none")))
                    found[name] = try inner.decode(String.self, forKey: TapeKey(stringValue: "in"))
                }
            }
        }
        #expect(
            try JSON.decode(Found.self, from: Array(text.utf8)).found
                == Dictionary(uniqueKeysWithValues: zip(names, names)))
    }
}
