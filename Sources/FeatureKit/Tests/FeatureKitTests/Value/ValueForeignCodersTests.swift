import FeatureKit
import Foundation
import Testing

/// `Value` is Codable itself, so that other coders can carry it.
@Suite struct ValueForeignCodersTests {
    @Test func survivesAnotherCoder() throws {
        let value: Value = ["a": [1, 2.5, "x", nil, true], "b": [:], "c": [], "big": .integer(.max)]
        let bytes = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(Value.self, from: bytes) == value)
    }

    @Test func whatItWritesIsJSON() throws {
        let value: Value = ["quote\"\\\n\u{0}\u{7F}\u{2028}": ["🏁", -0.5, 1e300, .integer(.min), false, nil]]
        for text in [value.json, value.prettyJSON] {
            #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
        }
    }
}
