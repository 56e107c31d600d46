@_spi(Hosting) import FeatureKit
import FlagEngine
import JSON
import Testing

@testable import HostRuntime

/// The index says the same after it was written and read.
struct JournalIndexTests {
    @Test func `What was written is read again`() throws {
        for step in JournalScript().steps {
            let allocations = KeptValue(step.journal.history.allocations.value)
            let index = JournalIndex(journal: step.journal, allocations: allocations)
            var written: [Int: String] = [:]
            for _ in 1...2 { #expect(index.text(reusing: &written) == index.value.json + "\n") }
            let read = try JournalIndex(Value(json: index.value.json))
            #expect(read.allocations == allocations)
            #expect(read.journal.revisions == step.journal.revisions)
            #expect(read.journal.aside == step.journal.aside)
            #expect(read.journal.confirmation == step.journal.confirmation)
            #expect(read.journal.history.revision == step.journal.history.revision)
            #expect(read.journal.outlines.mapValues(\.hash) == step.journal.outlines.mapValues(\.hash))
        }
    }
}
