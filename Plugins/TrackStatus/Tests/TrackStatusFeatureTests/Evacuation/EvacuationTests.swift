import FeatureKit
import Testing

@testable import TrackStatusFeature

/// What raises, confirms and clears an evacuation.
struct EvacuationTests {
    private static func beacon(_ key: String, _ zone: Int = 3, signed: Bool = false) -> EvacuationClaim {
        EvacuationClaim(source: .beacon(key, zone: zone), isSigned: signed, zones: [zone])
    }
    private static func network(_ row: String = "row", zones: Set<Int> = []) -> EvacuationClaim {
        EvacuationClaim(
            source: .network(identity: row), isSigned: false, zones: zones, message: "leave", route: "gate-3")
    }

    /// What is refused, by its code.
    private func refusal(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? TrackRefusal)?.answer.code }
        return nil
    }

    /// One that staff have raised, and ada has begun to clear.
    private func clearing() throws -> Evacuation {
        var evacuation = Evacuation()
        evacuation.raise([], message: nil, route: nil, at: at(0))
        _ = try evacuation.beginClearing(by: "ada", within: .seconds(300), at: at(1)) { "piano-delta" }
        return evacuation
    }

    // MARK: - Raising

    @Test(arguments: [(false, false, false), (true, false, false), (false, true, false), (true, true, true)])
    func aSecondBeaconConfirmsWhereBothSign(first: Bool, second: Bool, isConfirmed: Bool) {
        var evacuation = Evacuation()
        evacuation.hear(Self.beacon("north", signed: first), at: at(1))
        evacuation.hear(Self.beacon("south", 4, signed: second), at: at(2))
        #expect(evacuation.current?.confirmed == isConfirmed)
        #expect(evacuation.current?.zones == [3, 4])
    }

    @Test func theNetworkAndStaffConfirm() throws {
        var one = Evacuation()
        one.hear(Self.beacon("north"), at: at(1))
        var other = one
        one.hear(Self.network(), at: at(2))
        #expect(one.current?.confirmed == true && one.current?.zones == [])
        #expect(one.current?.message == "leave" && one.current?.route == "gate-3")
        try other.confirm()
        #expect(other.current?.confirmed == true && other.current?.zones == [3])
    }

    @Test func whatStaffSaysStaysAndZonesOnlyGrow() {
        var evacuation = Evacuation()
        evacuation.raise([1], message: "out", route: "gate-1", at: at(0))
        evacuation.hear(Self.network(zones: [2]), at: at(1))
        evacuation.raise([4], message: nil, route: "gate-2", at: at(2))
        let current = evacuation.current
        #expect(current?.zones == [1, 2, 4] && current?.message == "out" && current?.route == "gate-2")
        #expect(current?.since == at(0).wall)
        evacuation.raise([], message: nil, route: nil, at: at(3))
        evacuation.raise([1], message: nil, route: nil, at: at(3))
        #expect(evacuation.current?.zones == [])
    }

    @Test func moreZonesThanThereIsRoomForAreEverywhere() {
        var evacuation = Evacuation()
        evacuation.raise(Array(0..<TrackState.mostZones), message: nil, route: nil, at: at(0))
        #expect(evacuation.current?.zones.count == TrackState.mostZones)
        evacuation.hear(Self.beacon("north", 9_999), at: at(1))
        #expect(evacuation.current?.zones == [])
    }

    // MARK: - Clearing

    @Test func thereIsNothingToClear() {
        var evacuation = Evacuation()
        #expect(refusal { try evacuation.confirm() } == "no-evacuation")
        #expect(
            refusal { _ = try evacuation.beginClearing(by: "ada", within: .seconds(1), at: at(0)) { "x" } }
                == "no-evacuation")
        #expect(
            refusal { _ = try evacuation.endClearing(by: "ada", typing: "x", twoPeople: true, at: at(0)) }
                == "no-evacuation")
    }

    @Test func clearingTakesTwoStepsOfTwoPeople() throws {
        var evacuation = try clearing()
        #expect(
            refusal { _ = try evacuation.endClearing(by: "ada", typing: "piano-delta", twoPeople: true, at: at(2)) }
                == "another-person")
        #expect(
            try evacuation.endClearing(by: "bob", typing: "Piano delta ", twoPeople: true, at: at(2)) != nil)
        // Nothing is cleared before it is kept.
        #expect(evacuation.current != nil)
        let ended = try #require(evacuation.clearing)
        #expect(evacuation.wrote(ended, isDone: true) == true)
        #expect(evacuation.current == nil && evacuation.clearing == nil)
    }

    @Test func oneWillDoWhereTheSettingsSaySo() throws {
        var evacuation = try clearing()
        #expect(
            try evacuation.endClearing(by: "ada", typing: "pianodelta", twoPeople: false, at: at(2)) != nil)
    }

    @Test func theFirstStepIsTheSameForWhoTookItAndNobodyElse() throws {
        var evacuation = try clearing()
        let again = try evacuation.beginClearing(by: "ada", within: .seconds(300), at: at(2)) { "other" }
        #expect(again.word == "piano-delta" && again.until == at(301))
        #expect(
            refusal { _ = try evacuation.beginClearing(by: "bob", within: .seconds(300), at: at(2)) { "other" } }
                == "clearing-already")
        // Once its time is over anybody may begin.
        let next = try evacuation.beginClearing(by: "bob", within: .seconds(300), at: at(301)) { "other" }
        #expect(next.word == "other" && next.by == "bob")
    }

    @Test func fiveWrongWordsEndIt() throws {
        var evacuation = try clearing()
        for left in [4, 3, 2, 1, 0] {
            #expect(evacuation.clearing != nil)
            do {
                _ = try evacuation.endClearing(by: "bob", typing: "piano-papa", twoPeople: true, at: at(2))
                Issue.record("it was the wrong word")
            } catch {
                #expect(error == TrackRefusal.wrongWord(left: left))
            }
        }
        #expect(
            refusal { _ = try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(2)) }
                == "no-clearing")
        #expect(evacuation.current != nil)
    }

    /// Raising it again ends a clearing, also one that is being written down.
    @Test(arguments: [false, true], ["staff", "beacon", "network", "confirmed"])
    func raisingItAgainEndsAClearing(isEnding: Bool, by raiser: String) throws {
        var evacuation = try clearing()
        if isEnding {
            _ = try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(2))
        }
        let ended = try #require(evacuation.clearing)
        switch raiser {
        case "staff": evacuation.raise([], message: nil, route: nil, at: at(3))
        case "beacon": evacuation.hear(Self.beacon("north"), at: at(3))
        case "network": evacuation.hear(Self.network(), at: at(3))
        default: try evacuation.confirm()
        }
        #expect(evacuation.clearing == nil)
        #expect(evacuation.wrote(ended, isDone: true) == false)
        #expect(evacuation.current != nil)
        // Nor does what was begun since end by what was ended before.
        _ = try evacuation.beginClearing(by: "ada", within: .seconds(300), at: at(5)) { "piano-delta" }
        _ = try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(6))
        #expect(evacuation.wrote(ended, isDone: true) == false)
        #expect(evacuation.current != nil)
    }

    @Test func whatCouldNotBeKeptCanBeTriedAgain() throws {
        var evacuation = try clearing()
        _ = try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(2))
        let ended = try #require(evacuation.clearing)
        #expect(evacuation.wrote(ended, isDone: false) == false)
        #expect(evacuation.clearing?.isEnding == false)
        #expect(
            try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(3)) != nil)
    }

    @Test func whoAsksAgainIsAnsweredAsBefore() throws {
        var evacuation = try clearing()
        _ = try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(2))
        let ended = try #require(evacuation.clearing)
        #expect(evacuation.wrote(ended, isDone: true) == true)
        #expect(try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(4)) == nil)
        #expect(
            refusal { _ = try evacuation.endClearing(by: "bob", typing: "piano-papa", twoPeople: true, at: at(4)) }
                == "no-evacuation")
        evacuation.hear(Self.beacon("north"), at: at(5))
        #expect(
            refusal { _ = try evacuation.endClearing(by: "bob", typing: "piano-delta", twoPeople: true, at: at(6)) }
                == "no-clearing")
    }

    // MARK: - What is kept

    /// Who signed the first report is known after a restart, too: a second beacon confirms it then.
    @Test func whatIsKeptIsReadAsItWas() {
        var before = Evacuation()
        before.hear(Self.beacon("north", signed: true), at: at(1))
        var now = Evacuation()
        now.restore(before.current, nil)
        #expect(now.current == before.current)
        now.hear(Self.beacon("north", signed: true), at: at(60))
        #expect(now.current == before.current)
        now.hear(Self.beacon("south", signed: true), at: at(61))
        #expect(now.current?.confirmed == true)
    }

    /// What was raised before the store could be read, and what lay in it, hold both.
    @Test func whatIsReadLateAddsToWhatWasRaised() {
        var before = Evacuation()
        before.raise([1], message: "old", route: "gate-1", at: at(0))
        var now = Evacuation()
        now.hear(Self.beacon("north", 5), at: at(60))
        now.restore(before.current, nil)
        #expect(
            now.current
                == .init(
                    confirmed: true, since: at(0).wall, zones: [1, 5], message: "old", route: "gate-1"))
        // Nothing in the store takes back what is raised now.
        now.restore(nil, nil)
        #expect(now.current != nil)
    }
}
