import BLEContracts
import FeatureKit
import Foundation
import Testing

@testable import TrackStatusFeature

/// The table "The rule" of the page, read from it, holds for everything that its rows mean.
@Suite struct HybridRuleTests {
    /// One row of the page, as it is written.
    private struct Row {
        let beacons: String
        let network: String
        let zone: String

        static func all() throws -> [Row] {
            let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
            let lines = try String(contentsOf: page, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            let head = try #require(lines.firstIndex { $0.hasPrefix("| beacons there |") })
            return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                return Row(beacons: cells[0], network: cells[1], zone: cells[2])
            }
        }

        /// Whether it speaks of that case.
        func means(_ beacons: Mode?, _ network: Mode?, isNewer: Bool) throws -> Bool {
            let isBeacons = try Self.means(self.beacons, beacons, isNewer: isNewer)
            return try isBeacons && Self.means(self.network, network, isNewer: isNewer)
        }

        private static func means(_ cell: String, _ mode: Mode?, isNewer: Bool) throws -> Bool {
            switch cell {
            case "–": return mode == nil
            case "any": return mode != nil
            case "anything but `evacuation`": return mode != nil && mode != .evacuation
            case "`redFlag`, newer": return mode == .redFlag && isNewer
            case "`redFlag`, older": return mode == .redFlag && !isNewer
            default:
                let modes = try cell.split(separator: ",").map { word in
                    try #require(Mode(rawValue: word.trimmingCharacters(in: ["`", " "])), "\(cell)")
                }
                return mode.map { modes.contains($0) } ?? false
            }
        }

        /// What it says of a zone.
        func says(_ beacons: Mode?, _ network: Mode?, after last: Mode) throws -> String {
            switch zone {
            case "what the network says": try #require(network).rawValue
            case "what the beacons say": try #require(beacons).rawValue
            case "worse": try max(#require(beacons), #require(network)).rawValue
            case "stale: the last warning, else `unknown`": (last == .normal ? "unknown" : last.rawValue) + "?"
            default: try #require(Mode(rawValue: zone.trimmingCharacters(in: ["`"])), "\(zone)").rawValue
            }
        }
    }

    /// In which order things come, and whether a red flag of the network is newer than the beacons then.
    private enum Order: CaseIterable {
        case beaconChangedLast
        case twoBeaconsChangedLast
        case beaconChangedFirst
        case atTheSameMoment
        case beaconHeardForTheFirstTime
        case beaconRepeatedItself
        case beaconCameBackAfterSilence
        case oneOfTwoBeaconsChanged
        case networkCameBack
        case sectorsRedFlagCameLast

        var isNewer: Bool { self != .beaconChangedLast && self != .twoBeaconsChangedLast }

        /// Whether it is newer where it is the red flag that was last heard, long before any of that.
        var isNewerThanNobody: Bool {
            switch self {
            case .beaconHeardForTheFirstTime, .beaconRepeatedItself, .beaconCameBackAfterSilence,
                .oneOfTwoBeaconsChanged:
                true
            default: false
            }
        }
    }

    private static let modes: [Mode?] = [nil] + Mode.allCases.map(Optional.some)
    private static let beaconModes: [Mode?] = [nil] + Sighting.Mode.allCases.map { Mode($0) }

    /// A zone in which both have said that, in that order, after it was in something else.
    private func played(_ beacons: Mode?, _ network: Mode?, _ order: Order, after last: Mode) -> (TrackState, Double) {
        var state = TrackState(zones: [NamedZone(zone: 1, name: "Paddock", sectors: [5])])
        let other: Mode = beacons == .normal ? .unknown : .normal
        state.take(.says(last), at: 0)
        state.look(at: 30)
        func report(_ second: Double) {
            guard let network else { return }
            if order == .networkCameBack { state.take(.says(network), at: second - 31) }
            state.take(.says(network), at: second)
            guard order == .sectorsRedFlagCameLast, network == .redFlag else { return }
            state.take(.says(network, sectors: [5: .redFlag]), at: second + 1.5)
        }
        func hear(_ sender: Int, _ mode: Mode?, _ second: Double) {
            guard let mode, beacons != nil else { return }
            state.hear(sender, mode, at: second)
        }
        switch order {
        case .beaconChangedLast:
            hear(1, other, 100)
            report(101)
            hear(1, beacons, 102)
        case .twoBeaconsChangedLast:
            hear(1, other, 100)
            hear(2, other, 100)
            report(101)
            hear(1, beacons, 102)
            hear(2, beacons, 103)
        case .beaconChangedFirst:
            hear(1, other, 100)
            hear(1, beacons, 101)
            report(102)
        case .atTheSameMoment:
            hear(1, other, 100)
            hear(1, beacons, 101)
            report(101)
        case .beaconHeardForTheFirstTime:
            report(101)
            hear(1, beacons, 102)
        case .beaconRepeatedItself:
            hear(1, beacons, 100)
            report(101)
            hear(1, beacons, 102)
        case .beaconCameBackAfterSilence:
            hear(1, other, 90)
            report(101)
            hear(1, beacons, 102)
        case .oneOfTwoBeaconsChanged:
            hear(1, other, 100)
            hear(2, beacons, 100)
            report(101)
            hear(1, beacons, 102)
        case .networkCameBack:
            hear(1, other, 99)
            hear(1, beacons, 100)
            report(102)
        case .sectorsRedFlagCameLast:
            hear(1, other, 100)
            report(101)
            hear(1, beacons, 102)
            if network == .redFlag { return (state, 102.5) }
        }
        return (state, 104)
    }

    @Test func `Every case has a row, and every row holds`() throws {
        let rows = try Row.all()
        #expect(rows.count == 11)
        var cases = 0
        var used = Set<Int>()
        for beacons in Self.beaconModes {
            for network in Self.modes {
                for order in Order.allCases {
                    for last in network == nil ? Mode.allCases : [.redFlag] {
                        let stays = network == nil && last == .redFlag
                        let network = stays ? last : network
                        let isNewer = stays ? order.isNewerThanNobody : order.isNewer
                        let meant = try rows.indices.filter { try rows[$0].means(beacons, network, isNewer: isNewer) }
                        used.formUnion(meant)
                        let says = try Set(
                            meant.map {
                                let says = try rows[$0].says(beacons, network, after: last)
                                return says == "redFlag" && stays && beacons != .redFlag ? "redFlag?" : says
                            })
                        let comment = Comment(
                            "\(String(describing: beacons)) \(String(describing: network)) \(order) after \(last)")
                        try #require(says.count == 1, comment)
                        var (state, second) = played(beacons, stays ? nil : network, order, after: last)
                        state.look(at: second)
                        #expect(state.zonesSay == [1: try #require(says.first)], comment)
                        // It is the only zone of the circuit.
                        #expect([state.says] == Array(says), comment)
                        cases += 1
                    }
                }
            }
        }
        #expect(used == Set(rows.indices), "every row is of use")
        #expect(cases == (6 * 7 + 6 * 7) * Order.allCases.count)
    }

    /// Beacons say five of the seven modes today; the rule has an answer for each.
    @Test func `The rule follows the table for every mode`() throws {
        let rows = try Row.all()
        for (beacons, network) in Self.modes.flatMap({ beacons in Self.modes.map { (beacons, $0) } }) {
            guard beacons != nil || network != nil else { continue }
            for isNewer in [true, false] {
                let meant = try rows.filter { try $0.means(beacons, network, isNewer: isNewer) }
                let says = try Set(meant.map { try $0.says(beacons, network, after: .normal) })
                let mode = HybridRule.mode(beacons: beacons, network: network, redFlagIsNewer: isNewer)
                #expect(says == [try #require(mode).rawValue], "\(String(describing: (beacons, network))) \(isNewer)")
            }
        }
    }

    @Test func `Staff's word is one more that nothing hides`() {
        for beacons in Self.beaconModes {
            for network in Self.modes {
                for order in Order.allCases {
                    for staff in Mode.allCases where staff != .evacuation {
                        let comment = Comment("\(String(describing: (beacons, network, staff))) \(order)")
                        var (state, second) = played(beacons, network, order, after: .redFlag)
                        state.look(at: second)
                        let zone = state.status.zones[0]
                        for place in [1, nil] {
                            var said = state
                            said.say(.says(staff), zone: place, at: second)
                            // The red flag that was last heard came before that, and stays no longer.
                            let heard = network == nil ? beacons : zone.mode
                            let expected = heard.map { max($0, staff) } ?? staff
                            #expect(said.zonesSay == [1: expected.rawValue], comment)
                            #expect((said.status.zones[0].source == .staff) == (expected == staff), comment)
                        }
                    }
                }
            }
        }
    }
}
