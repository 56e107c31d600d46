import FeatureKit
import JSON
import TestSupport
import Testing

@testable import FlagEngine

/// The reference page says what the engine does.
@Suite struct FlagReferenceTests {
    @Test(arguments: ClauseTest.allCases) func `every example of a clause is so`(_ test: ClauseTest) {
        let reference = ClauseReference.of(test)
        for example in reference.examples {
            let holds = ClauseBench.holds(reference.attribute, test, reference.operand, for: .object(example.caller))
            #expect(holds == example.holds, "\(test.rawValue) \(Value.object(example.caller).json)")
        }
        #expect(Set(reference.examples.map(\.holds)) == [true, false])
    }

    @Test func `every example of an expression is so`() throws {
        for reference in LogicReference.all {
            for example in reference.examples {
                let bench = LogicBench(try Value(json: example.rule))
                guard case .value(let result) = bench.evaluate(try Value(json: example.caller)) else {
                    Issue.record("\(example.rule) gives nothing")
                    continue
                }
                #expect(result.withWholeNumbers == (try Value(json: example.result)), "\(example.rule)")
            }
        }
    }

    @Test func `every operator is in it once`() {
        #expect(LogicReference.all.flatMap(\.operators).sorted() == LogicOperation.names)
    }

    @Test func `the page is the committed one`() throws {
        let page = FlagReference.page
        #expect(
            try CommittedFile.text("docs/flags-reference.md", made: page) == page,
            "docs/flags-reference.md is behind the tables; `make reference` writes it")
    }
}
