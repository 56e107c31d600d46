import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Testing

@testable import GroupsFeature

/// What streams tell, and what they no longer do.
@Suite(.timeLimit(.minutes(1))) struct LiveTests {
    @Test func aStreamBeginsWithEverybodyAndGoesOnWhereAClientLeftOff() async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group()
            try await probe.join(code, as: bob)
            var stream = probe.news(of: group, as: bob)
            let first = try #require(try await stream.next())
            #expect(Set(first.everybody?.map(\.name) ?? []) == ["Ada", "Bob"] && first.group?.name == "Friends")
            try await probe.share(.exact, in: group, as: ada)
            #expect(try await stream.next()?.member?.sharing == .exact)
            try await probe.move(.at(41.57, 2.26, seconds: -10), as: ada)
            let moved = try #require(try await stream.next())
            #expect(moved.member?.fix?.point == GeoPoint(lat: 41.57, lon: 2.26))
            // A client that was away is told only what it missed, as it is now.
            try await probe.move(.at(41.58, 2.26, seconds: -5), .at(41.59, 2.26, seconds: -4), as: ada)
            var later = probe.news(of: group, after: moved.eventID, as: bob)
            let missed = try #require(try await later.next())
            #expect(missed.everybody == nil && missed.member?.fix?.point.lat == 41.59)
            // One of another run begins again.
            var other = probe.news(of: group, after: "abcdef.3", as: bob)
            #expect(try await other.next()?.everybody?.count == 2)
        }
    }

    @Test func offTakesThePlaceAwayFromStreamsThatAreOpen() async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group()
            try await probe.join(code, as: bob)
            try await probe.share(.exact, in: group, as: ada)
            try await probe.move(.at(41.57, 2.26), as: ada)
            var stream = probe.news(of: group, as: bob)
            let before = try #require(try await stream.next())
            #expect(before.everybody?.first { $0.name == "Ada" }?.fix != nil)
            try await probe.share(.off, in: group, as: ada)
            let off = try #require(try await stream.next())
            #expect(off.member?.name == "Ada" && off.member?.fix == nil)
            // Nor does a client that comes back with an older id see it.
            var later = probe.news(of: group, after: before.eventID, as: bob)
            #expect(try await later.next()?.member?.fix == nil)
        }
    }

    @Test func whoIsPutOutHearsNothingMore() async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group()
            try await probe.join(code, as: bob)
            var (bobs, adas) = (probe.news(of: group, as: bob), probe.news(of: group, as: ada))
            let all = try #require(try await adas.next()?.everybody)
            _ = try await bobs.next()
            let member = try #require(all.first { $0.name == "Bob" }).id
            _ = try await probe.call(GroupService.kickRoute, .init(group: group, member: member), as: ada)
            #expect(try await adas.next()?.gone == member)
            #expect(try await bobs.next() == nil)
        }
    }

    @Test func theEndOfASessionEndsItsStreams() async throws {
        try await withGroups { probe in
            let (group, _) = try await probe.group()
            var stream = probe.news(of: group, as: ada)
            _ = try await stream.next()
            await probe.advance(.hours(14))
            #expect(try await stream.next() == nil)
        }
    }

    @Test func comingToAPlaceAndLeavingItIsTold() async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group()
            try await probe.join(code, as: bob)
            _ = try await probe.call(
                GroupService.setPlaceRoute,
                .init(group: group, place: "gate", name: "Gate 3", point: GeoPoint(lat: 41.57, lon: 2.26), radius: 50),
                as: bob)
            try await probe.share(.exact, in: group, as: ada)
            var stream = probe.news(of: group, as: bob)
            _ = try await stream.next()
            var visits: [String] = []
            // Far away, there, at its edge, away, and by on the way to the other side.
            for (second, lat) in [41.58, 41.5701, 41.5705, 41.574, 41.566].enumerated() {
                try await probe.move(.at(lat, 2.26, seconds: 60 * second - 300), as: ada)
                await probe.settle()
            }
            while visits.count < 4, let event = try await stream.next() {
                if let visit = event.visit { visits.append("\(visit.name) \(visit.hasLeft ? "left" : "came")") }
            }
            #expect(visits == ["Gate 3 came", "Gate 3 left", "Gate 3 came", "Gate 3 left"])
        }
    }

    @Test func whoSwitchesTakesAlongWhereTheyCameAndWent() async throws {
        try await withGroups { probe in
            let (group, code) = try await probe.group()
            try await probe.join(code, as: bob)
            _ = try await probe.call(
                GroupService.setPlaceRoute,
                .init(group: group, place: "gate", name: "Gate 3", point: GeoPoint(lat: 41.57, lon: 2.26)), as: bob)
            try await probe.share(.exact, in: group, as: ada)
            var first = probe.news(of: group, as: bob)
            let begun = try #require(try await first.next()?.eventID)
            try await probe.move(.at(41.57, 2.26), as: ada)
            for level in [Member.Sharing.rough, .off, .exact] {
                try await probe.share(level, in: group, as: ada)
                var later = probe.news(of: group, after: begun, as: bob)
                let missed = try #require(try await later.next())
                #expect(missed.visit == nil && missed.member?.sharing == level)
                // Nothing comes after it but what is told next.
                _ = try await probe.call(
                    GroupService.changeMeRoute, .init(group: group, name: "Ada \(level)"), as: ada)
                #expect(try await later.next()?.member?.name == "Ada \(level)")
            }
        }
    }

    /// Random joins, leaves, kicks, switches and fixes: nobody ever sees a place that they may not see at that moment.
    @Test(arguments: 0..<4) func nobodySeesWhatTheyMayNot(_ run: Int) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        try await withGroups { probe in
            let (group, code) = try await probe.group()
            let people = (0..<6).map { Caller.user("accounts:p\($0)") }
            var (members, sharing): ([Int: ID<Member>], [Int: Member.Sharing]) = ([:], [:])
            for step in 0..<300 {
                let index = Int.random(in: 0..<people.count, using: &random)
                let person = people[index]
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    try await probe.join(code, as: person, name: "p\(index)")
                    let me = try await probe.call(GroupService.changeMeRoute, .init(group: group), as: person)
                    if members[index] == nil { sharing[index] = .off }
                    members[index] = me.id
                case 2:
                    if members.removeValue(forKey: index) != nil {
                        _ = try await probe.call(GroupService.leaveRoute, .init(group: group), as: person)
                    }
                case 3:
                    if let member = members.removeValue(forKey: index) {
                        _ = try await probe.call(GroupService.kickRoute, .init(group: group, member: member), as: ada)
                    }
                case 4:
                    guard members[index] != nil else { continue }
                    let level = Member.Sharing.allCases.randomElement(using: &random) ?? .off
                    try await probe.share(level, in: group, as: person)
                    sharing[index] = level
                default:
                    let lat = 41 + Double(index) / 10
                    try await probe.move(.at(lat, 2.0004, seconds: step - 1_000), as: person)
                }
                let viewer = Int.random(in: 0..<people.count, using: &random)
                var stream = probe.news(of: group, as: people[viewer])
                guard members[viewer] != nil else {
                    await #expect(throws: RouteError.self) { try await stream.next() }
                    continue
                }
                let seen = try #require(try await stream.next()?.everybody)
                for member in seen where member.name != "Ada" {
                    let index = Int(member.name.dropFirst()) ?? 0
                    #expect(members[index] == member.id, "seed \(seed), step \(step)")
                    switch sharing[index] {
                    case .off, nil: #expect(member.fix == nil, "seed \(seed), step \(step)")
                    case .rough:
                        #expect(
                            member.fix.map { $0.accuracy == nil && $0.point.lat != 41 + Double(index) / 10 } ?? true)
                    case .exact: break
                    }
                }
            }
        }
    }
}
