import FeatureKit
import Testing

@testable import TrackStatusFeature

/// Which rows count, and what is reported about those that don't.
@Suite struct NetworkIntakeTests {
    private func row(_ mode: String, _ updated: Int? = nil) -> [UInt8] {
        Array(
            #"{"global_mode": "\#(mode)"\#(updated.map { #", "updated_at": \#(1_790_000_000_000 + $0)"# } ?? "")}"#.utf8
        )
    }

    private func told(_ outcome: NetworkIntake.Outcome) -> String? { outcome.news.first.map(Ear.short) }

    @Test func `a replica that lags hides no red flag`() {
        var intake = NetworkIntake(stale: .seconds(30))
        #expect(told(intake.take(row("GREEN_FLAG", 1_000), at: .seconds(0))) == "normal")
        #expect(told(intake.take(row("RED_FLAG", 9_000), at: .seconds(5))) == "redFlag")
        let refused = intake.take(row("GREEN_FLAG", 1_000), at: .seconds(10))
        #expect(!refused.isTaken)
        #expect(
            told(refused)
                == "lost: its row is of 2026-09-21T14:13:21Z, older than the one of 2026-09-21T14:13:29Z that was heard"
        )
        // Told once, and again once something was heard in between.
        #expect(told(intake.take(row("GREEN_FLAG", 1_000), at: .seconds(15))) == nil)
        #expect(told(intake.take(row("RED_FLAG", 9_000), at: .seconds(20))) == "redFlag")
        #expect(told(intake.take(row("GREEN_FLAG", 1_000), at: .seconds(25)))?.hasPrefix("lost") == true)
        // The same moment, and none at all, count.
        #expect(told(intake.take(row("SC_DEPLOYED", 9_000), at: .seconds(30))) == "safetyCar")
        #expect(told(intake.take(row("YELLOW_FLAG"), at: .seconds(35))) == "yellow")
        #expect(!intake.take(row("GREEN_FLAG", 8_999), at: .seconds(40)).isTaken)
    }

    /// A clock that was set back, or a table that was restored: by then nothing of it counts any more.
    @Test func `what is older counts once what was newer is stale`() {
        var intake = NetworkIntake(stale: .seconds(30))
        _ = intake.take(row("RED_FLAG", 9_000), at: .seconds(0))
        for second in stride(from: 5, to: 30, by: 5) {
            #expect(!intake.take(row("GREEN_FLAG", 1_000), at: .seconds(second)).isTaken)
        }
        #expect(told(intake.take(row("GREEN_FLAG", 1_000), at: .seconds(30))) == "normal")
        #expect(told(intake.take(row("YELLOW_FLAG", 2_000), at: .seconds(35))) == "yellow")
    }

    /// Two servers take turns, and the one whose clock is ahead knows nothing of the evacuation.
    @Test(arguments: ["EVACUATION_MODE", "RED_FLAG"]) func `what is worse counts whatever its time`(_ mode: String) {
        var intake = NetworkIntake(stale: .seconds(30))
        let worse = mode == "RED_FLAG" ? "redFlag" : "evacuation"
        for second in stride(from: 0, to: 100, by: 10) {
            #expect(told(intake.take(row("GREEN_FLAG", 60_000), at: .seconds(second))) == "normal")
            let outcome = intake.take(row(mode, 100 * second), at: .seconds(second + 5))
            #expect(outcome.isTaken && told(outcome) == worse)
        }
        // One that is better and older still is not taken.
        #expect(!intake.take(row("YELLOW_FLAG", 59_999), at: .seconds(100)).isTaken)
    }

    @Test func `one row of the future hides nothing that is worse, and is not for ever`() {
        var intake = NetworkIntake(stale: .seconds(30))
        _ = intake.take(row("GREEN_FLAG", 3_600_000), at: .seconds(0))
        for second in stride(from: 5, through: 100, by: 5) {
            let outcome = intake.take(row("EVACUATION_MODE", 1_000 * second), at: .seconds(second))
            #expect(outcome.isTaken && told(outcome) == "evacuation", "and again: it is not stale meanwhile")
        }
        #expect(!intake.take(row("GREEN_FLAG", 105_000), at: .seconds(105)).isTaken)
        #expect(!intake.take(row("EVACUATION_MODE", 99_000), at: .seconds(106)).isTaken, "a replica of before")
        #expect(told(intake.take(row("GREEN_FLAG", 110_000), at: .seconds(130))) == "normal")
        #expect(told(intake.take(row("YELLOW_FLAG", 111_000), at: .seconds(131))) == "yellow")
    }

    /// A row of a mode that nobody knows is worse than normal, too, and a replica's old one lets nothing better in.
    @Test func `an old row that is worse opens the door to no other old one`() {
        var intake = NetworkIntake(stale: .seconds(30))
        _ = intake.take(row("RED_FLAG", 20_000), at: .seconds(0))
        #expect(told(intake.take(row("EVACUATION_MODE", 5_000), at: .seconds(1))) == "evacuation")
        #expect(!intake.take(row("GREEN_FLAG", 10_000), at: .seconds(2)).isTaken)
        #expect(told(intake.take(row("RED_FLAG", 20_000), at: .seconds(3))) == "redFlag")
    }

    /// What holds still, as the server says, is as good as said again.
    @Test func `what is unchanged is heard`() {
        var intake = NetworkIntake(stale: .seconds(30))
        #expect(intake.hold(at: .seconds(0)).news.isEmpty)
        _ = intake.take(row("RED_FLAG", 9_000), at: .seconds(0))
        #expect(told(intake.hold(at: .seconds(29))) == "redFlag")
        #expect(!intake.take(row("GREEN_FLAG", 1_000), at: .seconds(58)).isTaken)
    }

    @Test func `each reason is told once until the network is heard`() {
        var intake = NetworkIntake(stale: .seconds(30))
        #expect(told(intake.lose("a")) == "lost: a" && told(intake.lose("b")) == "lost: b")
        #expect(intake.lose("a").news.isEmpty && intake.lose("b").news.isEmpty)
        _ = intake.take(row("GREEN_FLAG"), at: .seconds(0))
        #expect(told(intake.lose("a")) == "lost: a")
        let told = (0..<100).filter { !intake.lose("\($0)").news.isEmpty }.count
        #expect(told == NetworkIntake.mostReasons - 1)
    }

    @Test(arguments: [
        ("<html>502</html>", "line 1, column 1: expected a value"),
        (#"{"mode": "GREEN_FLAG"}"#, #"the row has no "global_mode""#),
    ])
    func `what is no row is told, and says nothing`(text: String, why: String) {
        var intake = NetworkIntake(stale: .seconds(30))
        let outcome = intake.take(Array(text.utf8), at: .zero)
        #expect(outcome.news == [.lost(why)] && !outcome.isTaken)
    }

    @Test func `an odd field is told once`() {
        var intake = NetworkIntake(stale: .seconds(30))
        let odd = Array(#"{"global_mode": "RED_FLAG", "wind": "much"}"#.utf8)
        func oddities() -> [String]? {
            guard case .report(let report)? = intake.take(odd, at: .zero).news.first else { return nil }
            return report.oddities
        }
        #expect(oddities() == ["\"wind\" is \"much\"; it is left out"])
        #expect(oddities() == [])
    }

    /// The database cleared an evacuation and raised it again with the same words, between two polls.
    @Test func `a statement that is made once more is told apart from one that is repeated`() {
        func isMadeAgain(_ intake: inout NetworkIntake, _ updated: Int, _ temperature: Int) -> Bool? {
            let text =
                #"{"global_mode": "EVACUATION_MODE", "temperature": \#(temperature), "updated_at": \#(1_790_000_000_000 + updated)}"#
            guard case .report(let report)? = intake.take(Array(text.utf8), at: .zero).news.first else { return nil }
            return report.isMadeAgain
        }
        var intake = NetworkIntake(stale: .seconds(30))
        #expect(isMadeAgain(&intake, 1, 20) == false)
        #expect(isMadeAgain(&intake, 1, 20) == false, "the same row")
        #expect(isMadeAgain(&intake, 2, 21) == false, "the weather has changed")
        #expect(isMadeAgain(&intake, 3, 21) == true)
        if case .report(let held)? = intake.hold(at: .zero).news.first {
            #expect(!held.isMadeAgain)
        } else {
            Issue.record("nothing holds")
        }
    }

    /// Timing that speaks of laps alone says that it is there, so that its flags are not stale.
    @Test func `the session is told apart from the flags`() {
        var intake = NetworkIntake(stale: .seconds(30))
        let lap = Array(#"{"CurrentLap": 5, "TotalLaps": 66}"#.utf8)
        #expect(intake.take(lap, named: "LapCount", at: .zero).news.map(Ear.short) == ["lap 5"])
        _ = intake.take(Array(#"{"Status": "2"}"#.utf8), at: .zero)
        #expect(intake.take(lap, at: .milliseconds(999)).news.map(Ear.short) == ["lap 5"])
        #expect(intake.take(lap, at: .seconds(1)).news.map(Ear.short) == ["lap 5", "yellow"])
    }
}
