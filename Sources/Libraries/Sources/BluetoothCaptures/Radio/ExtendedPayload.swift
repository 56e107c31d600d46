/// What a packet of an extended advertisement says behind its header.
///
/// The first packet points to the one with the data, and that one to the next where the data is long.
struct ExtendedPayload {
    private enum Flag {
        static let address: UInt8 = 0x01, target: UInt8 = 0x02, direction: UInt8 = 0x04, data: UInt8 = 0x08
        static let next: UInt8 = 0x10, periodic: UInt8 = 0x20
    }

    let address: Advertisement.Address?
    /// The number of the set and of its data.
    let numbers: UInt16?
    /// Whether it points to another packet.
    let hasNext: Bool
    let data: ArraySlice<UInt8>

    init?(_ payload: ArraySlice<UInt8>, sender: UInt8) {
        var reader = ByteReader(payload)
        // The two upper bits say whether it can be connected to.
        guard let length = reader.byte(), let header = reader.bytes(Int(length & 0x3F)) else { return nil }
        data = reader.rest
        var fields = ByteReader(header)
        guard let flags = fields.byte() else {
            (address, numbers, hasNext) = (nil, nil, false)
            return
        }
        var address: Advertisement.Address?
        if flags & Flag.address != 0 {
            guard let bytes = fields.bytes(6) else { return nil }
            address = Advertisement.Address(sender, bytes)
        }
        if flags & Flag.target != 0, fields.bytes(6) == nil { return nil }
        if flags & Flag.direction != 0, fields.byte() == nil { return nil }
        var numbers: UInt16?
        if flags & Flag.data != 0 {
            guard let number: UInt16 = fields.littleEndian() else { return nil }
            numbers = number
        }
        if flags & Flag.next != 0, fields.bytes(3) == nil { return nil }
        if flags & Flag.periodic != 0, fields.bytes(18) == nil { return nil }
        self.address = address
        self.numbers = numbers
        hasNext = flags & Flag.next != 0
    }

    func read(
        with reassembly: inout Reassembly, at time: Duration, rssi: Int8?,
        _ body: (Result<Advertisement, RadioProblem>) -> Void
    ) {
        switch (address, numbers) {
        case (let address?, _) where !hasNext:
            guard !data.isEmpty else { return body(.failure(.noAdvertisement)) }
            body(.success(Advertisement(address: address, rssi: rssi, data: data)))
        case (let address?, let numbers?):
            for _ in 0..<reassembly.begin(.chain(numbers), by: address, data, at: time) { body(.failure(.inPieces)) }
            if data.isEmpty { body(.failure(.noAdvertisement)) }
        // The address came in an earlier packet, if at all.
        case (nil, let numbers?) where !data.isEmpty && reassembly.waits(.chain(numbers), at: time):
            guard reassembly.add(data, to: .chain(numbers)) else { return body(.failure(.inPieces)) }
            guard !hasNext, let whole = reassembly.end(.chain(numbers)) else { return }
            body(.success(Advertisement(address: whole.address, rssi: rssi, data: whole.data[...])))
        default: body(.failure(data.isEmpty ? .noAdvertisement : .inPieces))
        }
    }
}
