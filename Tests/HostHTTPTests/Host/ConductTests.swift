@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Testing

@testable import HostHTTP

@Suite struct ConductTests {
    private let log = CapturedLog()
    private var conduct: Conduct { Conduct(Log(feature: "lamp", sink: log.sink)) }

    @Test func `the first hold raises a suspicion, and then three cost the threads`() {
        let conduct = conduct
        conduct.note(.milliseconds(60), waited: nil, at: .seconds(1))
        #expect(conduct.isSuspect(at: .seconds(2)))
        for second in 2..<4 { conduct.note(.milliseconds(60), waited: .zero, at: .seconds(second)) }
        #expect(conduct.isGood)
        conduct.note(.milliseconds(75), waited: .milliseconds(5), at: .seconds(4))
        #expect(!conduct.isGood)
        #expect(
            log.messages(.warning) == [
                "its handlers hold the threads that serve HTTP; they run on its own threads from now on"
            ])
    }

    @Test func `what the machine is to blame for does not count`() {
        let conduct = conduct
        for second in 0..<100 {
            conduct.note(.milliseconds(500), waited: .milliseconds(480), at: .milliseconds(second * 100))
        }
        #expect(conduct.isGood)
    }

    @Test func `one hold that no machine is to blame for costs the threads`() {
        let conduct = conduct
        conduct.note(.seconds(6), waited: .seconds(2), at: .seconds(6))
        #expect(conduct.isGood)
        conduct.note(.seconds(6), waited: nil, at: .seconds(12))
        #expect(!conduct.isGood)
    }

    @Test func `quick handlers are never looked at`() {
        let conduct = conduct
        for second in 0..<100 { conduct.note(.milliseconds(50), waited: nil, at: .seconds(second)) }
        #expect(!conduct.isSuspect(at: .seconds(100)))
        #expect(conduct.isGood)
    }

    @Test func `the system tells how long a thread waited`() {
        #expect(RunDelay.read("1234 5678 9\n") == .nanoseconds(5678))
        #expect(RunDelay.read("") == nil)
        #expect(RunDelay.read("a b c") == nil)
    }
}
