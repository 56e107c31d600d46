/// What comes out of a radio, whatever form it has: advertisements, and reasons for what is none; pure.
struct Radio {
    /// What of several packets belongs together.
    private(set) var pieces = PieceMemory()

    private static let eventKind: UInt8 = 4
    private static let monitorEvent: UInt32 = 3

    /// Calls `body` with every advertisement of a record, and with the reason for what can't be read.
    ///
    /// - Parameter time: Since when nobody waits any longer for what belongs together; it never goes back.
    mutating func read(
        _ record: CaptureRecord, on link: Datalink, at time: Duration,
        _ body: (Result<Advertisement, AdvertRefusal>) -> Void
    ) {
        var reader = ByteReader(record.packet)
        let isEvent: Bool? =
            switch link {
            case .air, .airWithRadio: nil
            // Bit 0: the host received it. Bit 1: it is a command or an event.
            case .h1: record.flags & 0b11 == 0b11
            case .h4: reader.byte() == Self.eventKind
            case .h4WithDirection: reader.bytes(4) != nil && reader.byte() == Self.eventKind
            // The upper half numbers the adapter.
            case .monitor: record.flags & 0xFFFF == Self.monitorEvent
            case .monitorWithKind:
                reader.bigEndian().map { (word: UInt32) in word & 0xFFFF == Self.monitorEvent } ?? false
            }
        switch isEvent {
        case true?: AdvertisingEvent.read(reader.rest, with: &pieces, at: time, body)
        case false?: body(.failure(.noAdvertisement))
        case nil:
            AirPacket.read(reader.rest, toldByRadio: link == .airWithRadio, with: &pieces, at: time, body)
        }
    }

    /// At the end: what still lacks something will never be whole.
    mutating func finish(_ body: (Result<Advertisement, AdvertRefusal>) -> Void) {
        for _ in 0..<pieces.clear() { body(.failure(.inPieces)) }
    }
}
