import FeatureKit
import JSON
import Testing

@testable import FlagEngine

@Suite struct FlagContextTests {
    /// What a context holds, as a program sees it.
    private func value(of context: FlagContext) -> Value {
        let (program, _) = Sample.program([])
        return context.slate.lend { slate in
            var workspace = Workspace()
            return workspace.withRun(
                of: program.view, context: slate, root: context.root, now: 0, tracer: NoTracer()
            ) { $0.value(context.root) }
        }
    }

    private func fill(_ context: inout FlagContext, json: String) throws {
        var reader = JSONReader()
        try reader.read(Array(json.utf8).span).walk { context.add($0) }
    }

    private let sample =
        #"{"targetingKey":"ann","n":1,"x":0.5,"no":null,"deep":{"list":[1,[true],{"a":"b"}]},"ü\n\ud83d\ude00":"\"é"}"#

    @Test func `holds what a document says`() throws {
        var context = FlagContext()
        try fill(&context, json: sample)
        #expect(try value(of: context) == Value(json: sample))
        #expect(context.dropped == 0)
    }

    @Test func `holds what values say`() throws {
        var context = FlagContext()
        guard case .object(let members) = try Value(json: sample) else { return }
        context.add(members)
        #expect(value(of: context) == .object(members))
    }

    @Test func `the later attribute counts`() throws {
        var context = FlagContext()
        try fill(&context, json: #"{"a":[1,2],"b":{"c":3}}"#)
        context.add("b", "over")
        context.add(Members([("c", ["x"]), ("a", 5)]))
        #expect(value(of: context) == ["a": 5, "b": "over", "c": ["x"]])
    }

    @Test func `flagd's own attribute is not a client's`() throws {
        var context = FlagContext()
        try fill(&context, json: #"{"$flagd":{"flagKey":"x"},"a":{"$flagd":1}}"#)
        #expect(value(of: context) == ["a": ["$flagd": 1]])
        #expect(context.dropped == 0)
    }

    @Test func `is empty again after a wipe`() throws {
        var context = FlagContext()
        try fill(&context, json: sample)
        context.wipe()
        #expect(value(of: context) == .object(Members()))
        try fill(&context, json: #"[1]"#)
        #expect(value(of: context) == .object(Members()))
    }

    @Test func `what is too much is left out and counted`() {
        var context = FlagContext()
        var deep: Value = 1
        for _ in 0..<40 { deep = [deep] }
        context.add(Members([("deep", deep), ("a", 1)]))
        context.add("long", .text(String(repeating: "x", count: FlagContext.mostBytes)))
        context.add("many", .list(Array(repeating: 1, count: FlagContext.mostCells)))
        context.add("b", [2])
        #expect(context.dropped == 3)
        #expect(value(of: context) == ["a": 1, "b": [2]])
        let many = Members((0..<5_000).map { ("k\($0)", .integer($0)) })
        context.wipe()
        context.add(many)
        #expect(context.dropped == 5_000 - FlagContext.mostCells)
        context.add("late", [1])
        #expect(context.dropped == 5_001 - FlagContext.mostCells)
        #expect(context.slate.cells.count <= FlagContext.mostCells * 2)
    }

    @Test func `memory stays small however often single attributes come`() {
        var context = FlagContext()
        for index in 0..<10_000 { context.add("k\(index)", [.integer(Int64(index))]) }
        #expect(context.slate.cells.count <= FlagContext.mostCells * 2)
        #expect(context.dropped > 0)
    }
}
