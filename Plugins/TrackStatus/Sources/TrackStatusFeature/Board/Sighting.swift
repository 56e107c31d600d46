internal import BLEContracts
internal import FeatureKit

extension Mode {
    init(_ mode: Sighting.Mode) { self = Mode(rawValue: mode.rawValue) ?? .unknown }
}

extension TrackState.Heard {
    init(_ sighting: Sighting) {
        let isKnown = sighting.trust != .anyone
        self.init(
            zone: sighting.zone, mode: Mode(sighting.mode),
            sender: Sender(name: isKnown ? sighting.beacon ?? sighting.address : sighting.address, isKnown: isKnown),
            isSigned: sighting.trust == .signed, address: sighting.address, ttl: sighting.ttl,
            temperature: sighting.temperature)
    }
}
