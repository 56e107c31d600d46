import BLEContracts
import FeatureKit

@testable import TrackStatusFeature

/// So many seconds after the start of a test, on both clocks.
func at(_ seconds: Double) -> Moment {
    let start = Moment(uptime: .seconds(1000), wall: Timestamp(nanoseconds: 1_790_000_000_000_000_000))
    return start.advanced(by: .milliseconds(Int64((seconds * 1000).rounded())))
}

extension Sighting {
    static func from(
        _ sender: Int, zone: Int = 1, _ mode: Sighting.Mode, ttl: Int = 10, _ trust: Sighting.Trust = .listed,
        temperature: Int? = nil
    ) -> Sighting {
        let digits = String(sender, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: 12 - digits.count) + digits
        let pairs = stride(from: 0, to: 12, by: 2).map { padded.dropFirst($0).prefix(2) }
        return Sighting(
            zone: zone, mode: mode, sequence: 0, ttl: .seconds(ttl), temperature: temperature, rssi: nil,
            address: pairs.joined(separator: ":"), kind: .beacon, listener: "lap", trust: trust)
    }
}

/// What came of something that was taken, and whether people must know of it at once.
struct Told: Equatable {
    var isChanged = false
    var claims: [EvacuationClaim] = []
    var forgotten: Set<ClaimSource> = []
    var doubts: [ClaimSource] = []
}

extension TrackState {
    init(hold: Duration = .zero, zones: [NamedZone] = []) {
        self.init(Track.Settings(hold: hold, zones: zones), at: at(0))
    }

    @discardableResult
    mutating func told(
        at second: Double = 0, _ change: (inout TrackState, Moment) -> Void
    ) -> Told {
        let (before, cleared) = (status, Set(cleared.keys))
        change(&self, TrackStatusFeatureTests.at(second))
        defer { claims = [] }
        return Told(
            isChanged: status.isNews(after: before), claims: claims.filter(\.isKnown),
            forgotten: cleared.subtracting(self.cleared.keys), doubts: claims.filter { !$0.isKnown }.map(\.source))
    }

    @discardableResult
    mutating func hear(_ sighting: Sighting, at second: Double) -> Told {
        told(at: second) { $0.hear([sighting], at: $1) }
    }

    /// The same for whatever a beacon says.
    @discardableResult
    mutating func hear(_ sender: Int, zone: Int = 1, _ mode: Mode, ttl: Int = 10, at second: Double) -> Told {
        hear(.from(sender, zone: zone, Sighting.Mode(rawValue: mode.rawValue) ?? .unknown, ttl: ttl), at: second)
    }

    @discardableResult
    mutating func take(_ report: NetworkReport, at second: Double) -> Told {
        told(at: second) { $0.take(report, at: $1) }
    }

    @discardableResult
    mutating func say(_ word: StaffWord?, zone: Int? = nil, at second: Double) -> Told {
        told(at: second) { state, moment in
            guard var word else { return state.withdraw(zone, at: moment) }
            word.zone = zone
            return state.say(word, at: moment)
        }
    }

    /// Takes what lay in the store after a status.
    mutating func restore(_ last: Status, words: [StaffWord] = [], at second: Double) {
        let zones = last.zones.filter { $0.mode > .unknown }.map { ZoneMode($0) }
        restore(PersistedState(words: words, mode: last.mode, zones: zones), at: TrackStatusFeatureTests.at(second))
    }

    @discardableResult
    mutating func set(_ evacuation: Status.Evacuation, at second: Double) -> Told {
        told(at: second) { $0.hold(evacuation, at: $1) }
    }

    @discardableResult
    mutating func clear(at second: Double) -> Told { told(at: second) { $0.clearEvacuation(at: $1) } }

    @discardableResult
    mutating func note(_ presence: Presence, at second: Double) -> Told {
        told(at: second) { $0.note(presence, at: $1) }
    }

    @discardableResult
    mutating func look(at second: Double) -> Told { told(at: second) { $0.look(at: $1) } }

    /// The track's mode, with a question mark where it is stale.
    var says: String { status.mode.rawValue + (status.stale ? "?" : "") }

    /// The same for every zone.
    var zonesSay: [Int: String] {
        Dictionary(uniqueKeysWithValues: status.zones.map { ($0.zone, $0.mode.rawValue + ($0.stale ? "?" : "")) })
    }
}

extension Status {
    func here(_ zone: Int) -> ZoneStatus { ZoneStatus(of: zone, in: self) }
}

extension NetworkReport {
    static func says(
        _ mode: Mode, _ identity: String? = nil, sectors: [Int: Mode] = [:], message: String? = nil
    ) -> NetworkReport {
        NetworkReport(mode: mode, message: message, sectors: sectors, identity: identity ?? mode.rawValue)
    }
}

extension StaffWord {
    static func says(
        _ mode: Mode, zone: Int? = nil, message: String? = nil, at second: Double = 0, until: Double? = nil
    ) -> StaffWord {
        StaffWord(
            zone: zone, mode: mode, message: message, at: TrackStatusFeatureTests.at(second).wall,
            until: until.map { TrackStatusFeatureTests.at($0).wall })
    }
}

extension Status.Evacuation {
    static func of(_ zones: Set<Int> = [], confirmed: Bool = true, message: String? = nil) -> Status.Evacuation {
        Status.Evacuation(confirmed: confirmed, since: at(0).wall, zones: zones.sorted(), message: message)
    }
}
