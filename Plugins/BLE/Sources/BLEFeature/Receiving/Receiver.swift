internal import BLEContracts
internal import BeaconRanging
internal import BluetoothCaptures
internal import CircuitBeacons
internal import FeatureKit

/// The chain from what one listener hears to sightings: extract, company, parse, TTL, who sent it, sequence.
///
/// It waits for nothing and publishes nothing, so that the time is an argument.
struct Receiver: Sendable {
    let listener: String
    private(set) var tally = Tally()

    init(_ listener: String) { self.listener = listener }

    mutating func count(_ reason: Rejection) { tally.count(reason) }

    /// Takes an advertisement; every sighting in it is added to the reception.
    ///
    /// Each piece of manufacturer data is read: a sender may carry those of several companies.
    ///
    /// - Parameters:
    ///   - moment: When it was heard.
    ///   - ago: How long before now that was.
    ///   - memory: What was said before, as all listeners with this clock heard it.
    mutating func hear(
        _ advertisement: Advertisement, at moment: Moment, ago: Duration = .zero, after memory: inout SequenceMemory,
        in reception: inout Reception
    ) {
        // Nearly always there is one frame, or none: nothing is allocated for it.
        var first: ArraySlice<UInt8>?
        var more: [ArraySlice<UInt8>] = []
        var signature: ArraySlice<UInt8>?
        var structures = ADStructures(advertisement.data)
        while let structure = structures.next() {
            guard structure.type == ADStructures.manufacturer else { continue }
            guard let payload = BeaconFrame.payload(of: structure.data) else {
                if reception.beacons.knowsIBeacons, hear(structure.data, of: advertisement, at: moment, in: &reception)
                {
                    return tally.count(.ibeacon)
                }
                continue
            }
            if payload.first == FrameSignature.version {
                signature = payload
            } else if first == nil {
                first = payload
            } else {
                more.append(payload)
            }
        }
        guard let first else {
            return tally.count(
                signature != nil ? .otherSize : structures.overran ? .brokenStructure : .otherCompany)
        }
        // With several frames it is not known which one was signed, and many must not keep the processor busy.
        if !more.isEmpty { signature = nil }
        func take(_ payload: ArraySlice<UInt8>) {
            do throws(Rejection) {
                let sighting = try judge(
                    payload, signature, of: advertisement, at: moment, ago: ago, after: &memory, in: &reception)
                tally.countPublished()
                reception.add(sighting)
            } catch { tally.count(error) }
        }
        take(first)
        for payload in more { take(payload) }
    }

    private func judge(
        _ payload: ArraySlice<UInt8>, _ signature: ArraySlice<UInt8>?, of advertisement: Advertisement,
        at moment: Moment, ago: Duration, after memory: inout SequenceMemory, in reception: inout Reception
    ) throws(Rejection) -> Sighting {
        let frame: BeaconFrame
        do throws(BeaconFrame.Problem) { frame = try BeaconFrame(payload) } catch { throw Rejection(error) }
        guard frame.ttl > 0 else { throw .noTTL }
        let ttl = Duration.seconds(Int64(frame.ttl))
        guard ago < ttl else { throw .expired }
        let now = reception.now
        let word = Word(frame: frame, payload: payload, signature: signature, advertisement: advertisement)
        let speaker = try reception.beacons.judge(word, by: listener, at: moment, now: now)
        var distance: Distance?
        if let rssi = advertisement.rssi {
            distance = reception.range(advertisement, zone: frame.zone, speaker, by: listener, at: moment)
            guard Int(rssi) > reception.beacons.settings.weakest else { throw .tooWeak }
        }
        let sender: SequenceMemory.Sender =
            switch (frame.sender, speaker.beacon) {
            case (.staff(let id), _): .staff(id, zone: frame.zone)
            case (.beacon, let known?): .known(known, zone: frame.zone)
            case (.beacon, nil): .beacon(advertisement.address, zone: frame.zone)
            }
        do throws(SequenceMemory.Problem) {
            try memory.accept(frame.sequence, from: sender, for: ttl, at: moment.uptime)
        } catch {
            // It is there, but says nothing new.
            reception.beacons.hear(speaker, advertisement.rssi, nil, by: listener, at: moment, now: now.uptime)
            throw error == .repeated ? .repeated : .overtaken
        }
        reception.beacons.hear(speaker, advertisement.rssi, frame, by: listener, at: moment, now: now.uptime)
        return Sighting(
            zone: Int(frame.zone), mode: Sighting.Mode(frame.mode), flags: Int(frame.flags),
            sequence: Int(frame.sequence),
            ttl: ttl - ago, temperature: frame.temperature.map(Int.init), rssi: advertisement.rssi.map(Int.init),
            address: advertisement.address.description, kind: frame.sender == .beacon ? .beacon : .staff,
            listener: listener, trust: speaker.trust, beacon: speaker.beacon, distance: distance?.metres,
            error: distance?.error)
    }

    /// Takes the manufacturer data of another company; true where it is that of a known iBeacon.
    ///
    /// An iBeacon says nothing of its zone, so that it only shows that it is there, and how near.
    private mutating func hear(
        _ data: ArraySlice<UInt8>, of advertisement: Advertisement, at moment: Moment, in reception: inout Reception
    ) -> Bool {
        guard let ibeacon = IBeaconData(data), let speaker = reception.beacons.speaker(ofIBeacon: ibeacon.identity)
        else { return false }
        _ = reception.range(
            advertisement, zone: UInt16(clamping: speaker.definition?.beacon.zone ?? 0), speaker, by: listener,
            at: moment, declared: ibeacon.power)
        reception.beacons.hear(speaker, advertisement.rssi, nil, by: listener, at: moment, now: reception.now.uptime)
        return true
    }
}
