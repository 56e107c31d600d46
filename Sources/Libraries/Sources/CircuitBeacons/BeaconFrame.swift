internal import BluetoothCaptures

/// What a beacon of the circuit says: the manufacturer data of company 0x1234.
///
/// Its numbers have the highest byte first, unlike the company's own.
public struct BeaconFrame: Equatable, Sendable {
    /// The company's number, which is registered to nobody.
    public static let company: UInt16 = 0x1234

    /// Who sends a frame.
    public enum Sender: Hashable, Sendable {
        /// A beacon of the circuit (version 1).
        case beacon
        /// A beacon that a member of staff carries, with its number (version 2).
        case staff(UInt32)

        /// The number of a staff beacon.
        @inlinable public var staff: UInt32? { if case .staff(let number) = self { number } else { nil } }
    }

    /// Why manufacturer data of the company is no frame.
    public enum Problem: Error, Sendable {
        /// Phones of visitors send it to each other.
        case visitor
        case otherVersion, otherSize
    }

    /// Who sends it.
    public let sender: Sender
    /// The zone that it is about.
    public let zone: UInt16
    /// The byte of the mode.
    public let mode: UInt8
    /// The byte behind the mode.
    public let flags: UInt8
    /// The sender's number for it, which wraps.
    public let sequence: UInt16
    /// For how many seconds it holds.
    public let ttl: UInt8
    /// The air in °C; beacons with 8 bytes and staff have none.
    public let temperature: Int8?

    /// What follows the company in manufacturer data; nil where the company is another.
    @inlinable
    public static func payload(of data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = data.startIndex
        guard data.count >= 2, data[start] == UInt8(company & 0xFF), data[start + 1] == UInt8(company >> 8) else {
            return nil
        }
        return data[(start + 2)...]
    }

    /// Reads what follows the company.
    public init(_ payload: ArraySlice<UInt8>) throws(Problem) {
        var reader = ByteReader(payload)
        switch (reader.byte(), payload.count) {
        case (1, 8), (1, 9): sender = .beacon
        case (2, 13):
            guard let id: UInt32 = reader.bigEndian() else { throw .otherSize }
            sender = .staff(id)
        case (1, 5), (1, 13): throw .visitor
        case (1, _), (2, _), (nil, _): throw .otherSize
        default: throw .otherVersion
        }
        guard let zone: UInt16 = reader.bigEndian(), let mode = reader.byte(), let flags = reader.byte(),
            let sequence: UInt16 = reader.bigEndian(), let ttl = reader.byte()
        else { throw .otherSize }
        (self.zone, self.mode, self.flags, self.sequence, self.ttl) = (zone, mode, flags, sequence, ttl)
        // The last byte of staff is reserved.
        temperature = sender == .beacon ? reader.littleEndian() : nil
    }
}
