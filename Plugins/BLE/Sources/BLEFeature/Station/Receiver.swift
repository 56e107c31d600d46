internal import FeatureKit

/// The chain from an advertisement to a sighting: extract, company, parse, TTL above zero, whose word, sequence changed.
///
/// It is pure: time is an argument, and what it finds goes to a closure.
struct Receiver: Sendable {
    /// Who hears.
    let listener: String
    private let weakest: Int
    private var memory = SequenceMemory()
    private(set) var tally = Tally()

    init(_ listener: String, _ settings: BLE.Settings) {
        self.listener = listener
        weakest = settings.weakest
    }

    /// How many sources were forgotten before their word had run out.
    var forgottenSources: UInt64 { memory.forgotten }

    /// Counts what is no advertisement that can be read.
    mutating func note(_ refusal: Refusal) { tally.note(refusal) }

    /// Takes what a radio heard of one sender and calls `publish` with every sighting in it.
    ///
    /// Every piece of manufacturer data is looked at: a sender may carry those of several companies.
    mutating func hear(
        _ advertisement: Advertisement, at moment: Moment, with knowledge: inout Station.Knowledge,
        publish: (Sighting) -> Void
    ) {
        var words: [ArraySlice<UInt8>] = []
        var seal: ArraySlice<UInt8>?
        var structures = ADStructures(advertisement.data)
        while let structure = structures.next() {
            guard structure.type == ADStructures.manufacturer else { continue }
            var reader = ByteReader(structure.data)
            guard reader.littleEndian(UInt16.self) == BeaconFrame.company else { continue }
            if reader.rest.first == BeaconFrame.sealVersion { seal = reader.rest } else { words.append(reader.rest) }
        }
        if words.isEmpty {
            return tally.note(seal != nil ? .otherSize : structures.overran ? .brokenStructure : .otherCompany)
        }
        for payload in words {
            do throws(Refusal) {
                let sighting = try judge(payload, seal, of: advertisement, at: moment, with: &knowledge)
                tally.notePublished()
                publish(sighting)
            } catch { tally.note(error) }
        }
    }

    private mutating func judge(
        _ payload: ArraySlice<UInt8>, _ seal: ArraySlice<UInt8>?, of advertisement: Advertisement, at moment: Moment,
        with knowledge: inout Station.Knowledge
    ) throws(Refusal) -> Sighting {
        let frame = try BeaconFrame(payload)
        guard frame.ttl > 0 else { throw .noTTL }
        let word = SpokenWord(frame: frame, payload: payload, seal: seal, advertisement: advertisement)
        let speaker = try knowledge.registry.judge(word, by: listener, at: moment)
        var reach: Reach?
        if let rssi = advertisement.rssi {
            reach = knowledge.ranges.hear(advertisement, zone: frame.zone, speaker, by: listener, at: moment)
            guard Int(rssi) > weakest else { throw .tooWeak }
        }
        let source: SequenceMemory.Source =
            switch frame.sender {
            case .beacon: .beacon(advertisement.address, zone: frame.zone)
            case .staff(let id): .staff(id)
            }
        try memory.accept(frame.sequence, from: source, for: .seconds(Int64(frame.ttl)), at: moment.uptime)
        return Sighting(frame, heardIn: advertisement, by: listener, speaker, reach)
    }
}
