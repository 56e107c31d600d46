import FeatureKit
import Testing

@Suite struct ShapeCompletionTests {
    private static let lamp = Shape.object([
        Field("name", .text(), "Its name."),
        Field("colour", .text(), "What it shows.", default: "green"),
        Field("note", .text(), "A note.", optional: true),
    ])

    @Test func fillsInOnEveryLevel() {
        let shape = Shape.object([
            Field("lamps", .list(of: Self.lamp), "All of them."),
            Field("byName", .map(of: Self.lamp), "By name."),
            Field("main", Self.lamp, "The main one.", default: ["name": "main"]),
            Field("grid", .list(of: .list(of: Self.lamp)), "Rows of them.", default: [[["name": "a"]]]),
            Field("count", .integer(), "How many.", default: 3),
        ])
        let completed = shape.completed(["byName": ["x": ["name": "x", "colour": "red"]], "lamps": [["name": "l"]]])
        #expect(
            completed == [
                "lamps": [["name": "l", "colour": "green"]], "byName": ["x": ["name": "x", "colour": "red"]],
                "main": ["name": "main", "colour": "green"], "grid": [[["name": "a", "colour": "green"]]], "count": 3,
            ])
        #expect(shape.problems(in: completed) == [])
        #expect(shape.completed(completed) == completed)
    }

    @Test func keepsWhatIsThereAlsoWhereItIsWrong() {
        #expect(Self.lamp.completed(["colour": 5, "more": 1]) == ["colour": 5, "more": 1])
        #expect(Self.lamp.completed(["colour": nil]) == ["colour": nil])
        #expect(Self.lamp.completed("no mapping") == "no mapping")
        #expect(Shape.list(of: Self.lamp).completed([5, [:]]) == [5, ["colour": "green"]])
    }

    @Test func keepsTheAuthorsOrder() {
        guard case .object(let members) = Self.lamp.completed(["note": "n", "name": "x"]) else {
            Issue.record("no object")
            return
        }
        #expect(members.names == ["note", "name", "colour"])
    }

    @Test func aMissingRequiredFieldStaysMissing() {
        #expect(Self.lamp.completed([:]) == ["colour": "green"])
        #expect(Self.lamp.problems(in: Self.lamp.completed([:])).map(\.description) == [#"missing key "name""#])
    }
}
