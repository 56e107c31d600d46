import FeatureKit
import Testing

@testable import HostWorker

struct WorkerEvidenceTests {
    @Test func `who could not begin leaves no evidence`() {
        let ended = WorkerEnded("there is no such program", nil)
        #expect("\(ended)" == "there is no such program")
        #expect(ended.evidence == nil)
    }
}
