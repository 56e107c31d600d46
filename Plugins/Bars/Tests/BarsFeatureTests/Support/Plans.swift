import FeatureKit
import LibraryTestSupport
import Testing

@testable import BarsFeature

/// Plans of tables at random, and who sits where in them.
enum Plans {
    static func plan(_ random: inout SeededRandom, tables: ClosedRange<Int>) -> [Table] {
        let count = Int.random(in: tables, using: &random)
        return (0..<count).map { number in
            let joins = (0..<count).filter { $0 != number && Int.random(in: 0..<4, using: &random) == 0 }
            return Table(
                id: "t\(number)", seats: .random(in: 1...4, using: &random), least: .random(in: 1...2, using: &random),
                joins: joins.map { "t\($0)" })
        }
    }

    /// No table has two parties, and every party has seats enough.
    static func check(_ parties: [SeatedParty], _ plan: [Table], _ what: Comment?) {
        let taken = parties.flatMap(\.tables)
        #expect(Set(taken).count == taken.count, what)
        for party in parties where !party.tables.isEmpty {
            let seats = plan.filter { party.tables.contains($0.id) }
            #expect(seats.count == party.tables.count && seats.seats >= party.people, what)
        }
    }
}
