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

extension TrackState {
    init(hold: Duration = .zero, zones: [NamedZone] = []) { self.init(Plan(hold: hold, zones: zones), at: at(0)) }

    @discardableResult
    mutating func hear(_ sighting: Sighting, at second: Double) -> Outcome {
        hear([Heard(sighting)], at: TrackStatusFeatureTests.at(second))
    }

    /// The same for whatever a beacon may say one day.
    @discardableResult
    mutating func hear(
        _ sender: Int, zone: Int = 1, _ mode: Mode, ttl: Int = 10, at second: Double
    ) -> Outcome {
        let heard = Heard(
            zone: zone, mode: mode, sender: Sender(name: "beacon-\(sender)", isKnown: true), isSigned: false,
            address: "\(sender)", ttl: .seconds(ttl), temperature: nil)
        return hear([heard], at: TrackStatusFeatureTests.at(second))
    }

    @discardableResult
    mutating func take(_ report: NetworkReport, at second: Double) -> Outcome {
        take(report, at: TrackStatusFeatureTests.at(second))
    }

    @discardableResult
    mutating func say(_ word: StaffWord?, zone: Int? = nil, at second: Double) -> Outcome {
        let moment = TrackStatusFeatureTests.at(second)
        guard var word else { return withdraw(zone, at: moment) }
        word.zone = zone
        return say(word, at: moment)
    }

    /// Takes what lay in the store after a status.
    mutating func restore(_ last: Status, at second: Double) {
        let zones = last.zones.filter { $0.mode > .unknown }.map { ZoneMode(zone: $0.zone, mode: $0.mode) }
        restore(last.mode, zones, at: TrackStatusFeatureTests.at(second))
    }

    @discardableResult
    mutating func set(
        _ evacuation: Status.Evacuation?, cleared: Set<ClaimSource> = [], at second: Double
    ) -> Outcome {
        set(evacuation, cleared: cleared, at: TrackStatusFeatureTests.at(second))
    }

    @discardableResult
    mutating func note(_ presence: Presence, at second: Double) -> Outcome {
        note(presence, at: TrackStatusFeatureTests.at(second))
    }

    @discardableResult
    mutating func look(at second: Double) -> Outcome { look(at: TrackStatusFeatureTests.at(second)) }

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
        _ mode: Mode, _ identity: String? = nil, sectors: [Int: Mode] = [:], zones: [Int: Mode] = [:],
        message: String? = nil
    ) -> NetworkReport {
        NetworkReport(
            mode: mode, message: message, sectors: sectors, zones: zones, identity: identity ?? mode.rawValue)
    }
}

extension StaffWord {
    static func says(
        _ mode: Mode, zone: Int? = nil, message: String? = nil, at second: Double = 0, until: Double? = nil
    ) -> StaffWord {
        StaffWord(
            zone: zone, mode: mode, message: message, by: "marta", at: TrackStatusFeatureTests.at(second).wall,
            until: until.map { TrackStatusFeatureTests.at($0).wall })
    }
}

extension Status.Evacuation {
    static func of(_ zones: Set<Int> = [], message: String? = nil) -> Status.Evacuation {
        Status.Evacuation(
            confirmed: true, since: at(0).wall, zones: zones.sorted(), message: message, kept: true)
    }
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
