import Testing

@testable import HostStore

@Suite struct LogKeeperTests {
    @Test func `a log is checkpointed each time it has grown by the same amount`() {
        var keeper = LogKeeper()
        #expect(keeper.due(pages: 10) == nil)
        #expect(keeper.due(pages: 1_024) == .passive)
        #expect(keeper.due(pages: 1_025) == nil)
        #expect(keeper.due(pages: 2_047) == nil)
        #expect(keeper.due(pages: 2_048) == .passive)
    }

    @Test func `a log that was restarted is counted from zero`() {
        var keeper = LogKeeper()
        #expect(keeper.due(pages: 5_000) == .passive)
        #expect(keeper.due(pages: 12) == nil)
        #expect(keeper.due(pages: 1_024) == .passive)
    }

    @Test func `readers are waited for when the log gets long`() {
        var keeper = LogKeeper()
        #expect(keeper.due(pages: 16_383) == .passive)
        #expect(keeper.due(pages: 17_407) == .restart)
        #expect(keeper.due(pages: 17_408) == nil)
    }
}
