import FeatureKit
import FlagEngine
import Testing

@Suite struct AttributeTests {
    private func holds(_ attribute: String, _ context: Members, is value: Value = 1) -> Bool {
        let flag = Sample.flag("f", .rules([Sample.rule(Sample.clause(attribute, value), serve: "on")]))
        return answer("f", of: Sample.program([flag]).program, for: context) == "on TARGETING_MATCH"
    }

    @Test func `is found by its name and by its path`() {
        #expect(holds("a", Members([("a", 1)])))
        #expect(holds("a.b", Members([("a", ["b": 1])])))
        #expect(holds("a.b.c", Members([("a", ["x": 0, "b": ["c": 1]])])))
        #expect(!holds("a.b", Members([("a", 1)])))
        #expect(!holds("a.b.c", Members([("a", ["b": 1])])))
        #expect(!holds("ab", Members([("a", 1), ("b", 1), ("abc", 1)])))
    }

    @Test func `a name with a dot comes before the path`() {
        #expect(holds("a.b", Members([("a.b", 1), ("a", ["b": 2])])))
        #expect(!holds("a.b", Members([("a.b", 2), ("a", ["b": 1])])))
    }

    @Test func `numbers lead into lists`() {
        #expect(holds("list.1", Members([("list", [0, 1])])))
        #expect(holds("list.1.a", Members([("list", [0, ["a": 1]])])))
        #expect(!holds("list.2", Members([("list", [0, 1])])))
        #expect(!holds("list.-1", Members([("list", [0, 1])])))
        #expect(holds("map.1", Members([("map", ["1": 1])])))
    }

    @Test func `names that have one mark are still told apart`() {
        // Alike in their first eight bytes, their last eight and their lengths.
        let names = (0..<10).map { "attribute\($0)attribute" }
        let context = Members(names.enumerated().map { ($1, .integer(Int64($0))) })
        for (index, name) in names.enumerated() { #expect(holds(name, context, is: .integer(Int64(index)))) }
    }

    @Test func `the empty name is a name`() {
        #expect(holds("", Members([("", 1)])))
        #expect(!holds("", Members([("a", 1)])))
    }
}
