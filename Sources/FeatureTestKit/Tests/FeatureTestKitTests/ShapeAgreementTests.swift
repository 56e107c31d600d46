import FeatureKit
import FeatureTestKit
import Testing

@Suite struct ShapeAgreementTests {
    enum Colour: String, Codable, CaseIterable { case green, red }

    struct Whole: Shaped, Codable {
        var colour: Colour
        var count: Int
        var share: Double
        var every: Duration
        var note: String?
        var since: Timestamp
        var inner: [Inner]
        var key: Secret
        var picture: Media

        struct Inner: Shaped, Codable {
            var name: String
            static let shape = Shape.object([Field("name", .text(length: 1...20), "A name.")])
        }

        static let shape = Shape.object([
            Field("colour", .choice(of: Colour.self), "What it shows.", default: "green"),
            Field("count", .integer(in: 0...10), "How many.", default: 1),
            Field("share", .number(in: 0...1), "How much."),
            Field("every", .duration(in: .milliseconds(1) ... .seconds(60)), "How often."),
            Field("note", .text(), "What else.", optional: true),
            Field("since", .timestamp, "Since when."),
            Field("inner", .list(of: .of(Inner.self)), "Parts."),
            Field("key", .secret, "A key."),
            Field("picture", .media, "A picture."),
        ])
    }

    @Test func `A type that agrees has no disagreements`() { #expect(shapeDisagreements(Whole.self) == []) }

    @Test func `The kit's own types agree`() {
        #expect(shapeDisagreements(HostFeatures.self) == [])
        #expect(shapeDisagreements(Nothing.self) == [])
        #expect(shapeDisagreements(Media.self) == [])
        #expect(shapeDisagreements([Timestamp].self) == [])
    }

    struct Undeclared: Shaped, Codable {
        var name: String
        var nick: String?
        static let shape = Shape.object([Field("name", .text(), "A name.")])
    }

    @Test func `A key that the Shape forgot is found`() {
        #expect(
            shapeDisagreements(Undeclared.self) == [
                "Codable asks for \"nick\", which the Shape does not declare"
            ])
    }

    struct Unread: Shaped, Codable {
        var name: String
        static let shape = Shape.object([
            Field("name", .text(length: 1...5), "A name."), Field("age", .integer(in: 1...9), "Years."),
        ])
    }

    @Test func `A field that Codable forgot is found`() {
        #expect(
            shapeDisagreements(Unread.self) == [
                "Codable writes what the Shape refuses: missing key \"age\"",
                "age does not survive reading and writing: 1",
                "age does not survive reading and writing: 9",
            ])
    }

    struct Narrow: Shaped, Codable {
        var port: UInt16
        static let shape = Shape.object([Field("port", .integer(in: 0...70_000), "A port.")])
    }

    @Test func `Bounds wider than the type are found`() {
        let found = shapeDisagreements(Narrow.self)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Codable can't read what the Shape allows") == true)
    }

    struct BadDefault: Shaped, Codable {
        var size: Int
        static let shape = Shape.object([Field("size", .integer(in: 1...9), "A size.", default: 0)])
    }

    @Test func `A default outside its own bounds is found`() {
        #expect(
            shapeDisagreements(BadDefault.self).contains("a default does not fit: size: must be between 1 and 9, not 0")
        )
    }
}
