import FeatureKit
import Testing

@testable import FlagEngine

/// How allocations are stored and read at the next start.
@Suite struct AllocationsValueTests {
    private static let kept: Value = [
        "version": 1,
        "splits": [
            "shop/staff": [
                "by": "targetingKey", "seed": "shop", "bucketing": "v2",
                "ranges": [[1_073_741_824, "on"], [4_294_967_296, nil]],
            ]
        ],
    ]

    @Test func `stored allocations are read back unchanged`() {
        let split = AllocationTests.split([("on", 25), (nil, 75)], seed: "shop")
        var allocations = Allocations()
        allocations.bySplit["shop/staff"] = .canonical(split, .v2)
        #expect(allocations.value == Self.kept)
        var problems: [AllocationProblem] = []
        #expect(Allocations(Self.kept, problems: &problems) == allocations)
        #expect(problems.isEmpty)
    }

    @Test func `the moved part is counted for each split`() {
        func allocations(_ weights: [String: UInt64]) -> Allocations {
            var allocations = Allocations()
            for (name, weight) in weights {
                allocations.bySplit[name] = .canonical(
                    AllocationTests.split([("on", weight), ("off", 100 - weight)]), .v2)
            }
            return allocations
        }
        let moved = allocations(["same": 10, "grown": 30, "new": 50])
            .moved(from: allocations(["same": 10, "grown": 10, "gone": 50]))
        #expect(moved.map(\.split) == ["grown"])
        #expect(moved.map { ($0.part * 1_000).rounded() } == [200])
    }

    @Test(arguments: [nil, [], ["version": 1], ["splits": [:]], ["version": "1", "splits": [:]]] as [Value])
    func `a value that is no allocations is reported`(_ value: Value) {
        var problems: [AllocationProblem] = []
        #expect(Allocations(value, problems: &problems) == Allocations())
        #expect(
            problems.map(\.description)
                == ["these are no allocations of splits; none is used, and all splits are divided again"])
    }

    @Test func `allocations written by a newer host are reported`() {
        var problems: [AllocationProblem] = []
        #expect(Allocations(["version": 2, "splits": [:]], problems: &problems) == Allocations())
        #expect(
            problems.map(\.description) == [
                "the allocations of splits were written by a newer host (version 2); none is used, and all splits "
                    + "are divided again"
            ])
    }

    @Test(
        arguments: [
            [], [[4_294_967_295, "on"]], [[5, "on"], [5, "off"], [4_294_967_296, "on"]], [[-1, "on"]],
            [[5, "on"], [4, "off"], [4_294_967_296, "on"]], [[4_294_967_296, 1]], [[4_294_967_296]], ["on"], "on",
            [[4_294_967_297, "on"]], [[4_294_967_296.0, "on"]],
        ] as [Value])
    func `a damaged split starts over, and the others are kept`(_ ranges: Value) {
        guard case .object(let splits)? = Self.kept["splits"], case .object(var broken)? = splits["shop/staff"] else {
            Issue.record("there is no split")
            return
        }
        broken["ranges"] = ranges
        var all = splits
        all["broken/#1"] = .object(broken)
        var problems: [AllocationProblem] = []
        let read = Allocations(["version": 1, "splits": .object(all)], problems: &problems)
        #expect(read.bySplit.keys.sorted() == ["shop/staff"])
        #expect(
            problems.map(\.description)
                == ["the allocation of the split broken/#1 is damaged; the split is divided again"])
    }
}
