@_spi(Hosting) import FeatureKit
import Testing

/// Containers that somebody drives by hand, and what goes wrong in them.
@Suite struct ValueContainersTests {
    private enum Key: String, CodingKey { case list, object, none, again }

    /// Writes and reads everything through nested containers.
    private struct ByHand: Codable, Equatable {
        var numbers = [1, 2]
        var word = "x"
        init() {}
        func encode(to encoder: any Encoder) throws {
            var top = encoder.container(keyedBy: Key.self)
            var list = top.nestedUnkeyedContainer(forKey: .list)
            for number in numbers { try list.encode(number) }
            try list.encodeNil()
            var inList = list.nestedContainer(keyedBy: Key.self)
            try inList.encode(word, forKey: .object)
            var listInList = list.nestedUnkeyedContainer()
            try listInList.encode(true)
            #expect(list.superEncoder().unkeyedContainer().count == 0)
            #expect(list.count == 6)
            var object = top.nestedContainer(keyedBy: Key.self, forKey: .object)
            try object.encodeNil(forKey: .none)
            // A second container of the same encoder goes on where the first one is.
            var again = encoder.container(keyedBy: Key.self)
            try again.encode(1, forKey: .again)
        }
        init(from decoder: any Decoder) throws {
            let top = try decoder.container(keyedBy: Key.self)
            #expect(top.allKeys == [.list, .object, .again])
            var list = try top.nestedUnkeyedContainer(forKey: .list)
            #expect(list.count == 6)
            numbers = [try list.decode(Int.self), try list.decode(Int.self)]
            #expect(try list.decodeNil())
            let inList = try list.nestedContainer(keyedBy: Key.self)
            word = try inList.decode(String.self, forKey: .object)
            var listInList = try list.nestedUnkeyedContainer()
            #expect(try listInList.decodeNil() == false)
            #expect(try listInList.decode(Bool.self))
            #expect(list.currentIndex == 5)
            #expect(try list.superDecoder().unkeyedContainer().isAtEnd)
            #expect(list.isAtEnd)
            let object = try top.nestedContainer(keyedBy: Key.self, forKey: .object)
            #expect(try object.decodeNil(forKey: .none))
        }
    }

    @Test func nestedByHand() throws {
        let written = try Value(codable: ByHand())
        #expect(
            written == ["list": [1, 2, nil, ["object": "x"], [true], []], "object": ["none": nil], "again": 1])
        #expect(try written.decoded(codable: ByHand.self) == ByHand())
    }

    private struct Zone: Codable { var name: String }
    private struct Track: Codable { var zones: [Zone] }

    @Test func whatGoesWrongNamesThePlace() throws {
        func place(_ value: Value) -> String {
            do {
                _ = try value.decoded(codable: Track.self)
                return "fine"
            } catch let DecodingError.typeMismatch(type, context) {
                return "\(type) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
            } catch let DecodingError.keyNotFound(key, context) {
                return "\(key.stringValue) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
            } catch { return "\(error)" }
        }
        #expect(
            place(["zones": [["name": "a"], ["name": 5]]]) == #"String ["zones", "1", "name"] found a whole number"#)
        #expect(place(["zones": [[:]]]) == #"name ["zones", "0"] not there"#)
        #expect(place([]) == "Dictionary<String, Value> [] found a list")
        #expect(place(["zones": "x"]) == #"Array<Value> ["zones"] found a text"#)
    }

    @Test func aListThatEndsEarlyIsAnErrorAndNoTrap() {
        struct Three: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                for _ in 0..<3 { _ = try list.decode(Int.self) }
            }
        }
        struct NoEnd: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = try list.decodeNil()
            }
        }
        #expect(throws: DecodingError.self) { try ([1, 2] as Value).decoded(codable: Three.self) }
        #expect(throws: DecodingError.self) { try Value.list([]).decoded(codable: NoEnd.self) }
    }

    @Test func tellsAWitnessOfEveryKey() throws {
        struct Inner: Codable { var a: Int, b: Int? }
        struct Outer: Codable { var list: [Inner], extra: String? }
        let asked = Lock<Set<String>>([])
        let value: Value = ["list": [["a": 1], ["a": 2, "b": 3]]]
        _ = try value.decoded(codable: Outer.self) { path in asked.withLock { _ = $0.insert(path.description) } }
        #expect(
            asked.withLock { $0 } == ["list", "extra", "list[0].a", "list[0].b", "list[1].a", "list[1].b"])
    }

    /// Ten times the elements take about ten times as long; were it quadratic, it would be a hundred times.
    @Test func largeListsAndObjectsAreLinear() throws {
        func time(_ count: Int) throws -> Duration {
            let list = Array(0..<count)
            let object = Dictionary(uniqueKeysWithValues: list.map { ("\($0)", $0) })
            return try ContinuousClock().measure {
                _ = try Value(codable: list).decoded(codable: [Int].self)
                _ = try Value(codable: object).decoded(codable: [String: Int].self)
            }
        }
        // On a busy machine any single comparison may go wrong.
        var factors: [Double] = []
        for _ in 0..<10 where factors.allSatisfy({ $0 > 40 }) {
            let small = try time(3_000)
            factors.append(try time(30_000) / small)
        }
        #expect(factors.contains { $0 <= 40 }, "\(factors)")
    }
}
