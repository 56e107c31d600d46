/// Reads the advertisements in an HCI event.
enum AdvertisingEvent {
    private static let leMeta: UInt8 = 0x3E
    private static let report: UInt8 = 0x02
    private static let extendedReport: UInt8 = 0x0D
    /// What a controller says that did not measure the strength.
    private static let noStrength: Int8 = 127

    /// Calls `body` with each advertisement, and with a problem for each that can't be read.
    static func read(
        _ event: ArraySlice<UInt8>, with reassembly: inout Reassembly, at time: Duration,
        _ body: (Result<Advertisement, RadioProblem>) -> Void
    ) {
        var reader = ByteReader(event)
        guard let code = reader.byte(), let length = reader.byte() else { return body(.failure(.broken)) }
        guard code == leMeta else { return body(.failure(.noAdvertisement)) }
        guard reader.left == length else { return body(.failure(.broken)) }
        guard let subevent = reader.byte() else { return body(.failure(.broken)) }
        guard subevent == report || subevent == extendedReport else { return body(.failure(.noAdvertisement)) }
        guard let count = reader.byte(), count > 0 else { return body(.failure(.broken)) }
        for _ in 0..<count {
            // Where one report ends too early, the start of the next is not known.
            if subevent == report {
                guard let advertisement = legacy(&reader) else { return body(.failure(.broken)) }
                body(.success(advertisement))
            } else {
                guard let piece = Piece(&reader) else { return body(.failure(.broken)) }
                piece.read(with: &reassembly, at: time, body)
            }
        }
        if reader.left > 0 { body(.failure(.broken)) }
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

    /// An extended report; a long advertisement comes in several of them.
    private struct Piece {
        private enum Status {
            static let whole: UInt16 = 0, more: UInt16 = 1
        }

        let status: UInt16
        let address: Advertisement.Address
        /// The number of the set, and whether it is a scan response.
        let set: UInt16
        let rssi: Int8?
        let data: ArraySlice<UInt8>

        init?(_ reader: inout ByteReader) {
            guard let type: UInt16 = reader.littleEndian(), let address = AdvertisingEvent.address(&reader),
                // The PHYs stand before the set's number, and the sender's power behind it.
                reader.bytes(2) != nil, let set = reader.byte(), reader.byte() != nil,
                let rssi: Int8 = reader.littleEndian(),
                // The periodic interval and the address that it is directed to.
                reader.bytes(9) != nil, let length = reader.byte(), let data = reader.bytes(Int(length))
            else { return nil }
            status = type >> 5 & 0b11
            self.address = address
            self.set = UInt16(set) | type << 5 & 0x100
            self.rssi = rssi == noStrength ? nil : rssi
            self.data = data
        }

        func read(
            with reassembly: inout Reassembly, at time: Duration, _ body: (Result<Advertisement, RadioProblem>) -> Void
        ) {
            let key = Reassembly.Key.report(address, set: set)
            let waits = reassembly.count > 0 && reassembly.waits(key, at: time)
            switch status {
            case Status.whole where !waits:
                if reassembly.count > 0, reassembly.end(key) != nil { body(.failure(.inPieces)) }
                body(.success(Advertisement(address: address, rssi: rssi, data: data)))
            case Status.whole:
                guard reassembly.add(data, to: key), let whole = reassembly.end(key) else {
                    return body(.failure(.inPieces))
                }
                body(.success(Advertisement(address: address, rssi: rssi, data: whole.data[...])))
            case Status.more where waits:
                if !reassembly.add(data, to: key) { body(.failure(.inPieces)) }
            case Status.more:
                for _ in 0..<reassembly.begin(key, by: address, data, at: time) { body(.failure(.inPieces)) }
            // The controller lost the rest.
            default:
                _ = reassembly.end(key)
                body(.failure(.inPieces))
            }
        }
    }
}
