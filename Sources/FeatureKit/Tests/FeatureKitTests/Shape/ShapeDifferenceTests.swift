@_spi(Hosting) import FeatureKit
import Testing

@Suite struct ShapeDifferenceTests {
    private static func object(_ fields: Field...) -> Shape { .object(fields) }

    @Test(
        arguments: [
            (.boolean, .text(), "|true or false|a text"),
            (.integer(), .number(), "|a whole number|a number"),
            (.integer(in: 0...5), .integer(in: 0...6), "|a whole number from 0 to 5|a whole number from 0 to 6"),
            (.number(in: 0...1), .number(in: 0...2), "|a number from 0.0 to 1.0|a number from 0.0 to 2.0"),
            (.text(length: 0...5), .text(length: 1...5), "|a text of 0 to 5 characters|a text of 1 to 5 characters"),
            (
                .duration(in: .zero ... .seconds(5)), .duration(in: .zero ... .seconds(90)),
                "|a duration such as 250ms, 5s or 1h30m from 0s to 5s"
                    + "|a duration such as 250ms, 5s or 1h30m from 0s to 1m30s"
            ),
            (.choice(["a", "b"]), .choice(["a"]), #"|one of "a", "b"|one of "a""#),
            (.text(), .path, "|a text|a path"),
            (.text(), .secret, "|a text|a secret"),
            (
                .media, .media(upTo: 5),
                "|bytes with a media type of at most 67108864 bytes|bytes with a media type of at most 5 bytes"
            ),
            (.media, .timestamp, "|bytes with a media type|a time such as 2026-11-20T14:03:05Z"),
            (
                .list(of: .boolean, count: 0...1), .list(of: .boolean, count: 0...2),
                "|a list of 0 to 1 elements|a list of 0 to 2 elements"
            ),
            (.list(of: .list(of: .text())), .list(of: .list(of: .boolean)), "[0][0]|a text|true or false"),
            (.map(of: .text()), .map(of: .boolean), "*|a text|true or false"),
            (
                .map(of: .text(), count: 0...1), .map(of: .text(), count: 0...2),
                "|a mapping of 0 to 1 entries|a mapping of 0 to 2 entries"
            ),
            (.map(of: .text(), count: 0...1), .object([]), "|a mapping of 0 to 1 entries|a mapping"),
            (.anything, .boolean, "|anything|true or false"),
            (object(Field("a", .text(), "x")), object(), "a|a text|no such field"),
            (object(), object(Field("a", .text(), "x")), "a|no such field|a text"),
            (object(Field("a", .text(), "x")), object(Field("a", .text(), "x", optional: true)), "a|required|optional"),
            (
                object(Field("a", .integer(), "x", default: 1)), object(Field("a", .integer(), "x", default: 2)),
                "a|1 by default|2 by default"
            ),
            (
                object(Field("a", .list(of: object(Field("b", .text(), "x"))), "x")),
                object(Field("a", .list(of: object(Field("b", .boolean, "x"))), "x")), "a[0].b|a text|true or false"
            ),
        ] as [(Shape, Shape, String)])
    func isFound(_ left: Shape, _ right: Shape, _ words: String) throws {
        let found = try #require(left.difference(from: right))
        #expect("\(found.path)|\(found.left)|\(found.right)" == words)
        let back = try #require(right.difference(from: left))
        #expect((back.path, back.left, back.right) == (found.path, found.right, found.left))
    }

    private static let published = object(
        Field("a", .list(of: object(Field("b", .text(), "x"), Field("c", .text(), "x"))), "x"),
        Field("d", .integer(), "x", default: 1), Field("e", .integer(), "x", optional: true),
        Field("f", .map(of: object(Field("g", .text(), "x", optional: true))), "x"))

    @Test(
        arguments: [
            (object(), nil, "a|no such field|a list"),
            (published, nil, nil),
            (object(Field("a", .list(of: object(Field("c", .text(), "x"))), "x")), nil, "a[0].b|no such field|a text"),
            (
                object(
                    Field("f", .map(of: object()), "x"),
                    Field("a", .list(of: object(Field("b", .text(), "x"), Field("c", .text(), "x"))), "x")), nil, nil
            ),
            (object(Field("h", .text(), "x")), "h|a text|no such field", "h|a text|no such field"),
            (object(Field("h", .text(), "x", optional: true)), "h|a text|no such field", "h|a text|no such field"),
            (object(Field("d", .text(), "x")), "d|required|1 by default", "d|required|1 by default"),
            (
                object(Field("a", .list(of: object(Field("b", .boolean, "x"))), "x")), "a[0].b|true or false|a text",
                "a[0].b|true or false|a text"
            ),
            (object(Field("e", .integer(), "x")), "e|required|optional", "e|required|optional"),
            (.list(of: object()), "|a list|a mapping", "|a list|a mapping"),
        ] as [(Shape, String?, String?)])
    func aReaderMayHaveFewerFieldsAndARequestFewerOptionalOnes(
        _ shape: Shape, _ reading: String?, _ asking: String?
    ) {
        func words(_ difference: ShapeDifference?) -> String? { difference.map { "\($0.path)|\($0.left)|\($0.right)" } }
        #expect(words(shape.difference(reading: Self.published)) == reading)
        #expect(words(shape.difference(asking: Self.published)) == asking)
    }

    @Test func twoReadersAreComparedByWhatBothRead() {
        let (left, right) = (
            Self.object(Field("a", .text(), "x"), Field("b", .text(), "x")),
            Self.object(Field("b", .text(), "x"), Field("c", .text(), "x"))
        )
        #expect(left.difference(besides: right) == nil && right.difference(besides: left) == nil)
        let other = Self.object(Field("b", .boolean, "x"))
        #expect(left.difference(besides: other)?.path.description == "b")
    }

    @Test func sentencesAndOrderDoNotMatter() {
        let left = Self.object(Field("a", .choice(["x", "y"]), "One."), Field("b", .text(), "Two.", default: "z"))
        let right = Self.object(Field("b", .text(), "2.", default: "z"), Field("a", .choice(["y", "x"]), "1."))
        #expect(left.difference(from: right) == nil)
        #expect(Shape.list(of: left).difference(from: .list(of: right)) == nil)
        #expect(Shape.map(of: left).difference(from: .map(of: right)) == nil)
        #expect(HostFeatures.shape.difference(from: HostFeatures.shape) == nil)
    }
}
