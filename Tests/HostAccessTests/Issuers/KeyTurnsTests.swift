import FeatureKit
import Testing

@testable import HostAccess

/// When keys are asked for; pure.
@Suite struct KeyTurnsTests {
    @Test func `they are asked for when they are due, and not before`() {
        var turns = KeyTurns(due: .seconds(5))
        #expect(turns.next == .seconds(5))
        let asked = turns.begin(at: .seconds(5))
        turns.end(asked, at: .seconds(6), next: .seconds(60))
        #expect(turns.next == .seconds(66))
        turns.hurry(at: .seconds(9))
        #expect(turns.next == .seconds(9))
    }

    @Test func `an unknown key makes a request due at once, and again after ten seconds at the earliest`() {
        var turns = KeyTurns(due: .seconds(3_600))
        let said1 = turns.wants("new", at: .seconds(100))
        #expect(said1)
        #expect(turns.next <= .seconds(100))
        let asked = turns.begin(at: .seconds(100))
        #expect(asked == ["new"])
        // It is likely for as long as nobody has answered.
        let said2 = turns.wants("new", at: .seconds(101))
        #expect(said2)
        turns.end(asked, at: .seconds(102), next: .seconds(3_600))
        let said3 = turns.wants("new", at: .seconds(102))
        #expect(!said3)
        let said4 = turns.wants("new", at: .milliseconds(111_999))
        #expect(!said4)
        #expect(turns.next == .seconds(110))
        let said5 = turns.wants("new", at: .seconds(112))
        #expect(said5)
    }

    @Test func `a key that was not asked for is likely, even after other keys were not found`() {
        var turns = KeyTurns(due: .seconds(3_600))
        _ = turns.wants("made up", at: .zero)
        turns.end(turns.begin(at: .zero), at: .seconds(1), next: .seconds(3_600))
        // The next key of a rotation, right after somebody's made-up one.
        let said6 = turns.wants("next", at: .seconds(2))
        #expect(said6)
        #expect(turns.next == .seconds(10))
    }

    @Test func `a failed fetch does not count as a key that was not found`() {
        var turns = KeyTurns(due: .zero)
        _ = turns.wants("new", at: .zero)
        _ = turns.begin(at: .zero)
        turns.fail(at: .seconds(1), next: .seconds(20))
        #expect(turns.next == .seconds(21))
        let said7 = turns.wants("new", at: .seconds(2))
        #expect(said7)
        #expect(turns.next == .seconds(10))
    }

    @Test func `only a limited number of names is remembered`() {
        var turns = KeyTurns(due: .seconds(3_600))
        for number in 0..<1_000 {
            let said8 = turns.wants("\(number)", at: .zero)
            #expect(said8)
        }
        let asked = turns.begin(at: .zero)
        #expect(asked.count == IssuerLimits.wishes)
    }
}
