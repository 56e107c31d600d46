/// The chain from a record to a sighting: extract, company, parse, TTL above zero, sequence changed.
///
/// It is pure: time is an argument, and what it finds goes to a closure.
struct Receiver {
    private var memory = SequenceMemory()
    private(set) var tally = Tally()

    /// How many sources were forgotten before their word had run out.
    var forgottenSources: UInt64 { memory.forgotten }

    /// Takes a record and calls `publish` with every sighting in it.
    mutating func hear(
        _ record: BTSnoop.Record, on link: BTSnoop.Link, at now: Duration, publish: (Sighting) -> Void
    ) {
        guard let event = record.event(on: link) else { return tally.note(.noAdvertisement) }
        AdvertisingEvent.read(event) { report in
            do throws(Refusal) {
                let advertisement = try report.get()
                try consider(advertisement, at: now, publish: publish)
            } catch { tally.note(error) }
        }
    }

    /// Every piece of manufacturer data is looked at: a sender may carry those of several companies.
    private mutating func consider(
        _ advertisement: Advertisement, at now: Duration, publish: (Sighting) -> Void
    ) throws(Refusal) {
        var isOurs = false
        var structures = ADStructures(advertisement.data)
        while let structure = structures.next() {
            guard structure.type == ADStructures.manufacturer else { continue }
            var reader = ByteReader(structure.data)
            guard reader.littleEndian(UInt16.self) == BeaconFrame.company else { continue }
            isOurs = true
            do throws(Refusal) {
                let frame = try judge(reader.rest, from: advertisement.address, at: now)
                tally.notePublished()
                publish(Sighting(frame, heardIn: advertisement))
            } catch { tally.note(error) }
        }
        guard !isOurs else { return }
        throw structures.overran ? .brokenStructure : .otherCompany
    }

    private mutating func judge(
        _ payload: ArraySlice<UInt8>, from address: Advertisement.Address, at now: Duration
    ) throws(Refusal) -> BeaconFrame {
        let frame = try BeaconFrame(payload)
        guard frame.ttl > 0 else { throw .noTTL }
        let source: SequenceMemory.Source =
            switch frame.sender {
            case .beacon: .beacon(address, zone: frame.zone)
            case .staff(let id): .staff(id)
            }
        try memory.accept(frame.sequence, from: source, for: .seconds(Int64(frame.ttl)), at: now)
        return frame
    }
}
