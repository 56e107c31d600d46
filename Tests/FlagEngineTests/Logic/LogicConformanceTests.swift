internal import FeatureKit
internal import JSON
import TestSupport
import Testing

@testable import FlagEngine

/// What others hold their engines to.
@Suite(.enabled(if: ReferenceData.isWanted, "\(ReferenceData.absence)"))
struct LogicConformanceTests {
    @Test func `agrees with the cases of flagd's own library`() throws {
        let bytes = try ReferenceData.bytes("jsonlogic-diego/internal/json_logic_pr_48_tests.json")
        guard case .list(let entries) = try Value(json: bytes) else { throw Malformed() }
        var count = 0
        for entry in entries {
            guard case .list(let parts) = entry, parts.count == 3 else { continue }
            count += 1
            guard case .value(let value) = LogicBench(parts[0]).evaluate(parts[1]) else {
                Issue.record("\(parts[0].json) of \(parts[1].json) can't be evaluated")
                continue
            }
            #expect(
                value.withWholeNumbers == parts[2].withWholeNumbers,
                "\(parts[0].json) of \(parts[1].json) is \(value.json), not \(parts[2].json)")
        }
        #expect(count == 308)
    }

    @Test func `divides people as every generation of flagd does`() throws {
        let vectors = try Value(json: ReferenceData.bytes("flagd-fractional-golden/vectors.json"))
        guard case .list(let cases)? = vectors["cases"] else { throw Malformed() }
        #expect(cases.count == 552)
        for vector in cases {
            guard case .text(let flag)? = vector["flagKey"], case .text(let caller)? = vector["targetingKey"],
                case .list(let weights)? = vector["weights"]
            else { throw Malformed() }
            for bucketing in Bucketing.allCases {
                let bench = LogicBench(["fractional": .list(weights)], bucketing: bucketing, key: flag)
                let outcome = bench.evaluate(["targetingKey": .text(caller)])
                let wanted = vector[bucketing.rawValue]
                #expect(outcome == wanted.map { .value($0) }, "\(bucketing) of \(vector.json)")
            }
        }
    }

    private struct Malformed: Error {}
}
