/// What the packets of a capture are.
public enum LinkType: Sendable, Equatable {
    /// HCI packets; the record's flags tell their kind.
    case hci
    /// HCI packets behind a byte that tells their kind.
    case h4
    /// HCI packets behind four bytes with the direction and a byte with their kind.
    case h4WithDirection
    /// What BlueZ's monitor writes into btsnoop files; the record's flags tell the kind.
    case monitor
    /// What BlueZ's monitor writes into pcap files: the adapter and the kind stand before each packet.
    case monitorWithHeader
    /// Packets of the link layer without their preamble.
    case linkLayer
    /// Packets of the link layer behind what the radio says of them.
    case linkLayerWithRadio
}
