import FeatureKit
import Testing

/// Codable both ways: what comes out, and that it comes in again.
@Suite struct ValueCodableTests {
    enum Colour: String, Codable { case green, yellow }
    enum Level: Int, Codable { case low = 1, high = 9 }
    enum Event: Codable, Equatable {
        case idle
        case moved(x: Int, y: Int)
    }
    struct Inner: Codable, Equatable {
        var name: String
        var tags: [String?]
    }
    struct Everything: Codable, Equatable {
        var flag = true
        var text = "é"
        var optional: Int?
        var colour = Colour.yellow
        var level = Level.high
        var inner = Inner(name: "pit", tags: ["a", nil])
        var byName = ["x": [1, 2]]
        var byNumber = [7: "seven"]
        var half: Float = 0.5
        var wait = Duration.milliseconds(1500)
        var waits: [Duration?] = [.seconds(1), nil]
        var event = Event.moved(x: 1, y: -2)
        var pairs: [[Int]] = [[1], [], [2, 3]]
        var any: Value = ["free": [1, 2.5, nil]]
        var time = Timestamp(nanoseconds: 1_790_000_000_250_000_000)
    }

    @Test func everyShapeOfSwiftTypes() throws {
        let written = try Value(codable: Everything())
        let expected: Value = [
            "flag": true, "text": "é", "colour": "yellow", "level": 9,
            "inner": ["name": "pit", "tags": ["a", nil]], "byName": ["x": [1, 2]], "byNumber": ["7": "seven"],
            "half": 0.5, "wait": "1s500ms", "waits": ["1s", nil], "event": ["moved": ["x": 1, "y": -2]],
            "pairs": [[1], [], [2, 3]], "any": ["free": [1, 2.5, nil]], "time": "2026-09-21T14:13:20.250Z",
        ]
        #expect(written == expected)
        #expect(written.prettyJSON.split(separator: "\n")[1] == #"  "flag": true,"#)
        #expect(try written.decoded(codable: Everything.self) == Everything())
    }

    @Test func wholeNumbersOfManyBits() throws {
        struct Wide: Codable, Equatable {
            var signed: Int128
            var unsigned: UInt128
            var list: [Int128]
        }
        let wide = Wide(signed: -1, unsigned: 2, list: [3])
        let written = try Value(codable: wide)
        #expect(written == ["signed": -1, "unsigned": 2, "list": [3]])
        #expect(try written.decoded(codable: Wide.self) == wide)
        #expect(throws: EncodingError.self) { try Value(codable: ["a": UInt128.max]) }
    }

    @Test func absentNullAndThere() throws {
        struct Maybe: Codable, Equatable { var some: Int? }
        #expect(try Value(codable: Maybe()) == [:])
        #expect(try Value(codable: Maybe(some: 1)) == ["some": 1])
        #expect(try (["some": nil] as Value).decoded(codable: Maybe.self) == Maybe())
        #expect(try ([:] as Value).decoded(codable: Maybe.self) == Maybe())
        #expect(try Value(codable: Int?.none) == nil)
        #expect(try Value.null.decoded(codable: Int?.self) == nil)
        #expect(try Value(codable: Duration?.some(.seconds(2))) == "2s")
    }

    @Test func plainValuesAtTheTop() throws {
        #expect(try Value(codable: 5) == 5)
        #expect(try Value(codable: "x") == "x")
        #expect(try Value(codable: [Colour.green]) == ["green"])
        #expect(try Value(codable: Duration.zero) == "0s")
        #expect(try Value(codable: Value.null) == nil)
        #expect(try Value(codable: [String: Int]()) == [:])
        #expect(try Value.text("green").decoded(codable: Colour.self) == .green)
        #expect(try (["idle": [:]] as Value).decoded(codable: Event.self) == .idle)
    }

    @Test func wholeNumbersAtTheirBounds() throws {
        func bothWays<I: FixedWidthInteger & Codable>(_ type: I.Type) throws {
            for bound in [I.min, 0, I.max] where Int64(exactly: bound) != nil {
                let written = try Value(codable: bound)
                #expect(written == .integer(Int64(bound)))
                #expect(try written.decoded(codable: type) == bound)
            }
            if let above = Int64(exactly: I.max), above < .max {
                #expect(throws: DecodingError.self) { try Value.integer(above + 1).decoded(codable: type) }
            }
            if let below = Int64(exactly: I.min), below > .min {
                #expect(throws: DecodingError.self) { try Value.integer(below - 1).decoded(codable: type) }
            }
        }
        try bothWays(Int8.self)
        try bothWays(Int16.self)
        try bothWays(Int32.self)
        try bothWays(Int64.self)
        try bothWays(Int.self)
        try bothWays(UInt8.self)
        try bothWays(UInt16.self)
        try bothWays(UInt32.self)
        try bothWays(UInt64.self)
        try bothWays(UInt.self)
        #expect(throws: EncodingError.self) { try Value(codable: UInt64(Int64.max) + 1) }
        #expect(throws: EncodingError.self) { try Value(codable: ["a": [UInt.max]]) }
        #expect(throws: DecodingError.self) { try Value.number(3).decoded(codable: Int.self) }
    }

    @Test func brokenNumbers() throws {
        #expect(try Value.integer(3).decoded(codable: Double.self) == 3)
        #expect(try Value.number(0.25).decoded(codable: Float.self) == 0.25)
        #expect(try Value(codable: Float(0.1)).decoded(codable: Float.self) == 0.1)
        // A number that only fits a Double must not turn into infinity on its way into a Float.
        #expect(throws: DecodingError.self) { try Value.number(1e300).decoded(codable: Float.self) }
        #expect(try Value.number(.infinity).decoded(codable: Float.self) == .infinity)
        #expect(throws: DecodingError.self) { try Value.text("1").decoded(codable: Double.self) }
    }

    class Animal: Codable {
        var name = "fox"
        init() {}
    }

    /// Writes its parent where `superEncoder` says, as hand-written classes do.
    final class Dog: Animal {
        var tricks = 3
        enum Keys: String, CodingKey { case tricks, parent }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            tricks = try container.decode(Int.self, forKey: .tricks)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(tricks, forKey: .tricks)
            try super.encode(to: container.superEncoder())
        }
    }

    /// Gives its parent a name of its own.
    final class Cat: Animal {
        enum Keys: String, CodingKey { case parent }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder.container(keyedBy: Keys.self).superDecoder(forKey: .parent))
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try super.encode(to: container.superEncoder(forKey: .parent))
        }
    }

    @Test func classesWithAParent() throws {
        let dog = Dog()
        dog.name = "Rex"
        let written = try Value(codable: dog)
        #expect(written == ["tricks": 3, "super": ["name": "Rex"]])
        let read = try written.decoded(codable: Dog.self)
        #expect((read.name, read.tricks) == ("Rex", 3))

        let cat = Cat()
        cat.name = "Tom"
        #expect(try Value(codable: cat) == ["parent": ["name": "Tom"]])
        #expect(try Value(codable: cat).decoded(codable: Cat.self).name == "Tom")
    }

    @Test func keysGivenInAnyOrder() throws {
        struct Pair: Codable, Equatable { var a: Int, b: Int }
        #expect(try (["b": 2, "a": 1, "ignored": 3] as Value).decoded(codable: Pair.self) == Pair(a: 1, b: 2))
    }
}
