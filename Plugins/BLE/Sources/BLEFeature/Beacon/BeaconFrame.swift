/// What a beacon of the circuit says: the manufacturer data of company 0x1234, whose numbers have the highest byte
/// first, unlike the company's own.
struct BeaconFrame: Equatable {
    static let company: UInt16 = 0x1234
    /// What a signature begins with, which comes beside the word that it is of.
    static let sealVersion: UInt8 = 0xF0

    enum Sender: Hashable {
        case beacon
        case staff(UInt32)

        /// The number of who is staff.
        var staff: UInt32? { if case .staff(let number) = self { number } else { nil } }
    }

    let sender: Sender
    let zone: UInt16
    let mode: Mode
    let flags: UInt8
    let sequence: UInt16
    /// For how many seconds it holds.
    let ttl: UInt8
    /// In degrees Celsius; beacons with 8 bytes and staff have none.
    let temperature: Int8?

    /// What follows the company in manufacturer data; nil where it is another's.
    static func payload(of data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = data.startIndex
        guard data.count >= 2, data[start] == UInt8(company & 0xFF), data[start + 1] == UInt8(company >> 8) else {
            return nil
        }
        return data[(start + 2)...]
    }

    /// Reads what follows the company.
    init(_ payload: ArraySlice<UInt8>) throws(AdvertRefusal) {
        var reader = ByteReader(payload)
        switch (reader.byte(), payload.count) {
        case (1, 8), (1, 9):
            sender = .beacon
        case (2, 13):
            guard let id: UInt32 = reader.bigEndian() else { throw .otherSize }
            sender = .staff(id)
        // Phones of visitors send these to each other.
        case (1, 5), (1, 13): throw .visitor
        case (1, _), (2, _), (nil, _): throw .otherSize
        default: throw .otherVersion
        }
        guard let zone: UInt16 = reader.bigEndian(), let mode = reader.byte(), let flags = reader.byte(),
            let sequence: UInt16 = reader.bigEndian(), let ttl = reader.byte()
        else { throw .otherSize }
        self.zone = zone
        self.mode = Mode(mode)
        self.flags = flags
        self.sequence = sequence
        self.ttl = ttl
        // Staff's last byte is reserved.
        temperature = sender == .beacon ? reader.littleEndian() : nil
    }
}
