internal import BLEContracts
internal import FeatureKit

/// Who sends: an unknown sender that copies a known beacon's address remains another one.
struct Sender: Hashable {
    /// A known beacon's id, or else the address.
    let name: String
    let isKnown: Bool

    /// How much its claim would be missed: a known beacon's before an unknown sender's, then by what it says.
    func weight(_ mode: Mode) -> Int { (isKnown ? 100 : 0) + mode.severity }
}

extension Sighting {
    var sender: Sender {
        trust == .anyone ? Sender(name: address, isKnown: false) : Sender(name: beacon ?? address, isKnown: true)
    }
}

extension Mode {
    init(_ mode: Sighting.Mode) { self = Mode(rawValue: mode.rawValue) ?? .unknown }
}

/// What a sender said last of a zone.
struct BeaconClaim: Equatable {
    /// What it counts as.
    var mode: Mode
    /// Whether it reports an evacuation, whatever that counts as.
    let isEvacuation: Bool
    let isSigned: Bool
    let temperature: Int?
    /// It counts before that.
    let end: Moment
    /// When the sender was heard to change to it; nil where it was not.
    let changed: Duration?
}

/// All that the rule asks of a zone's beacons.
struct BeaconSummary: Equatable {
    /// The worst that one of them says.
    let mode: Mode
    /// Until when one of them says so.
    let end: Moment?
    /// When the first of them was heard to change to what it says; nil where one was not.
    let changed: Duration?

    init?(_ claims: some Collection<BeaconClaim>) {
        guard let mode = claims.map(\.mode).max() else { return nil }
        self.mode = mode
        end = claims.filter { $0.mode == mode }.map(\.end).max()
        changed = claims.contains { $0.changed == nil } ? nil : claims.compactMap(\.changed).min()
    }
}

/// A zone, or the rest of the track: what lies in no zone that is known.
struct Place {
    /// Nil for the rest of the track.
    let zone: Int?
    /// What the settings say of it; nil where it is only heard or spoken of.
    var named: NamedZone?
    /// The last claim of each sender, for as long as it counts.
    var claims: [Sender: BeaconClaim] = [:]
    var decision: Decision
    /// Whether a known beacon, staff or the settings spoke of it.
    var isSpokenOf = true
    /// When a zone is forgotten of which only unknown senders spoke, and said a warning.
    var forgetAt: Duration?
    /// When staff last said something of it: no earlier red flag stays after that.
    var answered: Duration?
    /// When a red flag was restored that it was in before a restart.
    var restoredRedFlag: Duration?

    var sectors: [Int] { named?.sectors ?? [] }

    /// How much is lost without it: nothing where it is neither heard nor in a warning.
    var weight: Int {
        decision.isStale && decision.mode <= .unknown
            ? 0 : Place.weight(decision.mode) - (decision.isStale ? 1 : 0)
    }

    static func weight(_ mode: Mode) -> Int { 2 + 2 * mode.severity }
}
