internal import FeatureKit

/// The chain from an advertisement to a sighting: extract, company, parse, TTL above zero, whose word, sequence changed.
///
/// It is pure: time is an argument, and what it finds goes to a closure.
struct Receiver: Sendable {
    /// Who hears.
    let listener: String
    private let weakest: Int
    private(set) var tally = Tally()

    init(_ listener: String, _ settings: BLE.Settings) {
        self.listener = listener
        weakest = settings.weakest
    }

    /// Counts what is no advertisement that can be read.
    mutating func note(_ refusal: AdvertRefusal) { tally.note(refusal) }

    /// Takes what a radio heard of one sender and calls `publish` with every sighting in it.
    ///
    /// Every piece of manufacturer data is looked at: a sender may carry those of several companies.
    ///
    /// - Parameters:
    ///   - moment: When it was heard.
    ///   - ago: How long before now that was.
    ///   - memory: What was said before, as all know it who share this clock.
    mutating func hear(
        _ advertisement: Advertisement, at moment: Moment, ago: Duration = .zero, after memory: inout SequenceMemory,
        with knowledge: inout Station.Knowledge, publish: (Sighting) -> Void
    ) {
        // Nearly always there is one word, or none: nothing is allocated for it.
        var first: ArraySlice<UInt8>?
        var more: [ArraySlice<UInt8>] = []
        var seal: ArraySlice<UInt8>?
        var structures = ADStructures(advertisement.data)
        while let structure = structures.next() {
            guard structure.type == ADStructures.manufacturer, let payload = BeaconFrame.payload(of: structure.data)
            else { continue }
            if payload.first == BeaconFrame.sealVersion {
                seal = payload
            } else if first == nil {
                first = payload
            } else {
                more.append(payload)
            }
        }
        guard let first else {
            return tally.note(seal != nil ? .otherSize : structures.overran ? .brokenStructure : .otherCompany)
        }
        // Of several words nobody knows of which one a signature is; and whoever sends many must not keep us busy.
        if !more.isEmpty { seal = nil }
        func take(_ payload: ArraySlice<UInt8>) {
            do throws(AdvertRefusal) {
                let sighting = try judge(
                    payload, seal, of: advertisement, at: moment, ago: ago, after: &memory, with: &knowledge)
                tally.notePublished()
                publish(sighting)
            } catch { tally.note(error) }
        }
        take(first)
        for payload in more { take(payload) }
    }

    private func judge(
        _ payload: ArraySlice<UInt8>, _ seal: ArraySlice<UInt8>?, of advertisement: Advertisement, at moment: Moment,
        ago: Duration, after memory: inout SequenceMemory, with knowledge: inout Station.Knowledge
    ) throws(AdvertRefusal) -> Sighting {
        let frame = try BeaconFrame(payload)
        guard frame.ttl > 0 else { throw .noTTL }
        let ttl = Duration.seconds(Int64(frame.ttl))
        guard ago < ttl else { throw .expired }
        let word = SpokenWord(frame: frame, payload: payload, seal: seal, advertisement: advertisement)
        let speaker = try knowledge.registry.judge(word, by: listener, at: moment)
        var reach: Reach?
        if let rssi = advertisement.rssi {
            reach = knowledge.ranges.hear(advertisement, zone: frame.zone, speaker, by: listener, at: moment)
            guard Int(rssi) > weakest else { throw .tooWeak }
        }
        let source: SequenceMemory.Source =
            switch (frame.sender, speaker.beacon) {
            case (.staff(let id), _): .staff(id, zone: frame.zone)
            case (.beacon, let known?): .known(known, zone: frame.zone)
            case (.beacon, nil): .beacon(advertisement.address, zone: frame.zone)
            }
        do throws(AdvertRefusal) {
            try memory.accept(frame.sequence, from: source, for: ttl, at: moment.uptime)
        } catch {
            // It is there, but says nothing new.
            knowledge.registry.hear(speaker, advertisement.rssi, nil, by: listener, at: moment)
            throw error
        }
        knowledge.registry.hear(speaker, advertisement.rssi, frame, by: listener, at: moment)
        return Sighting(frame, holds: ttl - ago, heardIn: advertisement, by: listener, speaker, reach)
    }
}
