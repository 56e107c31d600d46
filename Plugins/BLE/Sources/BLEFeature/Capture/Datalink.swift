/// What the packets of a capture are.
enum Datalink: Equatable {
    /// Bare HCI packets; the record's flags tell their kind.
    case h1
    /// HCI packets behind a byte that tells their kind.
    case h4
    /// The same behind four bytes that tell the direction.
    case h4WithDirection
    /// What BlueZ's monitor writes; the record's flags tell the kind.
    case monitor
    /// The same with the adapter and the kind before each packet.
    case monitorWithKind
    /// Packets as they are in the air, without their preamble.
    case air
    /// The same behind what the radio says of them.
    case airWithRadio
}
