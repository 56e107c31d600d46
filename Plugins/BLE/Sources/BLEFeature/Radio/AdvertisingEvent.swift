/// Takes the advertisements out of an HCI event.
enum AdvertisingEvent {
    private static let leMeta: UInt8 = 0x3E
    private static let report: UInt8 = 0x02
    private static let extendedReport: UInt8 = 0x0D
    /// What a radio says that did not measure the strength.
    private static let noStrength: Int8 = 127

    /// Calls `body` with every advertisement, and with the reason for what can't be read.
    static func read(
        _ event: ArraySlice<UInt8>, with pieces: inout PieceMemory, at time: Duration,
        _ body: (Result<Advertisement, AdvertRefusal>) -> Void
    ) {
        var reader = ByteReader(event)
        guard let code = reader.byte(), let length = reader.byte() else { return body(.failure(.brokenEvent)) }
        guard code == leMeta else { return body(.failure(.noAdvertisement)) }
        guard reader.left == length else { return body(.failure(.brokenEvent)) }
        guard let subevent = reader.byte() else { return body(.failure(.brokenEvent)) }
        guard subevent == report || subevent == extendedReport else { return body(.failure(.noAdvertisement)) }
        guard let count = reader.byte(), count > 0 else { return body(.failure(.brokenEvent)) }
        for _ in 0..<count {
            // Where one report ends too early, nobody knows where the next begins.
            if subevent == report {
                guard let advertisement = legacy(&reader) else { return body(.failure(.brokenEvent)) }
                body(.success(advertisement))
            } else {
                guard let piece = Piece(&reader) else { return body(.failure(.brokenEvent)) }
                piece.read(with: &pieces, at: time, body)
            }
        }
        if reader.left > 0 { body(.failure(.brokenEvent)) }
    }

    private static func legacy(_ reader: inout ByteReader) -> Advertisement? {
        guard reader.byte() != nil, let address = address(&reader), let length = reader.byte(),
            let data = reader.bytes(Int(length)), let rssi: Int8 = reader.littleEndian()
        else { return nil }
        return Advertisement(address: address, rssi: rssi == noStrength ? nil : rssi, data: data)
    }

    private static func address(_ reader: inout ByteReader) -> Advertisement.Address? {
        guard let kind = reader.byte(), let bytes = reader.bytes(6) else { return nil }
        return Advertisement.Address(kind, bytes)
    }

    /// An extended report, of which the controller may hand over one piece after the other.
    private struct Piece {
        private enum Status {
            static let whole: UInt16 = 0, more: UInt16 = 1
        }

        let status: UInt16
        let address: Advertisement.Address
        /// The set, and whether this is what it answers to those who ask.
        let set: UInt16
        let rssi: Int8?
        let data: ArraySlice<UInt8>

        init?(_ reader: inout ByteReader) {
            guard let type: UInt16 = reader.littleEndian(), let address = AdvertisingEvent.address(&reader),
                // The PHYs before the set's number, and behind it the sender's own statement of its power.
                reader.bytes(2) != nil, let set = reader.byte(), reader.byte() != nil,
                let rssi: Int8 = reader.littleEndian(),
                // The periodic interval and whom it is directed to.
                reader.bytes(9) != nil, let length = reader.byte(), let data = reader.bytes(Int(length))
            else { return nil }
            status = type >> 5 & 0b11
            self.address = address
            self.set = UInt16(set) | type << 5 & 0x100
            self.rssi = rssi == noStrength ? nil : rssi
            self.data = data
        }

        func read(
            with pieces: inout PieceMemory, at time: Duration, _ body: (Result<Advertisement, AdvertRefusal>) -> Void
        ) {
            let key = PieceMemory.Key.report(address, set: set)
            let waits = pieces.count > 0 && pieces.waits(key, at: time)
            switch status {
            case Status.whole where !waits:
                if pieces.count > 0, pieces.end(key) != nil { body(.failure(.inPieces)) }
                body(.success(Advertisement(address: address, rssi: rssi, data: data)))
            case Status.whole:
                guard pieces.add(data, to: key), let whole = pieces.end(key) else {
                    return body(.failure(.inPieces))
                }
                body(.success(Advertisement(address: address, rssi: rssi, data: whole.data[...])))
            case Status.more where waits:
                if !pieces.add(data, to: key) { body(.failure(.inPieces)) }
            case Status.more:
                for _ in 0..<pieces.begin(key, by: address, data, at: time) { body(.failure(.inPieces)) }
            // The controller lost the rest.
            default:
                _ = pieces.end(key)
                body(.failure(.inPieces))
            }
        }
    }
}
