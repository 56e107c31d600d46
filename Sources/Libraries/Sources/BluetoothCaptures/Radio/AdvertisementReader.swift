/// Reads advertisements from packets of a radio, whatever the link.
///
/// It waits for nothing, so that the time is an argument.
public struct AdvertisementReader: Sendable {
    var reassembly = Reassembly()

    private static let eventKind: UInt8 = 4
    private static let monitorEvent: UInt32 = 3

    /// A reader that has heard nothing.
    public init() {}

    /// How many senders have begun what they have not ended.
    public var waiting: Int { reassembly.count }
    /// How many of these were forgotten because there were too many.
    public var forgotten: UInt64 { reassembly.forgotten }

    /// Reads a record and calls `body` with each advertisement in it, and with a problem for each that can't be read.
    ///
    /// - Parameter time: When it was heard, on a clock that never goes back.
    public mutating func read(
        _ record: CaptureRecord, on link: LinkType, at time: Duration,
        _ body: (Result<Advertisement, RadioProblem>) -> Void
    ) {
        var reader = ByteReader(record.packet)
        let isEvent: Bool? =
            switch link {
            case .linkLayer, .linkLayerWithRadio: nil
            // Bit 0: the host received it. Bit 1: it is a command or an event.
            case .hci: record.flags & 0b11 == 0b11
            case .h4: reader.byte() == Self.eventKind
            case .h4WithDirection: reader.bytes(4) != nil && reader.byte() == Self.eventKind
            // The upper half numbers the adapter.
            case .monitor: record.flags & 0xFFFF == Self.monitorEvent
            case .monitorWithHeader:
                reader.bigEndian().map { (word: UInt32) in word & 0xFFFF == Self.monitorEvent } ?? false
            }
        switch isEvent {
        case true?: AdvertisingEvent.read(reader.rest, with: &reassembly, at: time, body)
        case false?: body(.failure(.noAdvertisement))
        case nil:
            LinkLayerPacket.read(
                reader.rest, hasRadioHeader: link == .linkLayerWithRadio, with: &reassembly, at: time, body)
        }
    }

    /// Ends the recording: calls `body` with a problem for each advertisement whose last piece never came.
    public mutating func finish(_ body: (RadioProblem) -> Void) {
        for _ in 0..<reassembly.clear() { body(.inPieces) }
    }
}
