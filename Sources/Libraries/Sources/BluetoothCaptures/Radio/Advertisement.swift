/// What a radio heard of one sender at one time.
public struct Advertisement: Equatable, Sendable {
    /// A sender's address; random addresses change now and then.
    public struct Address: Hashable, Sendable {
        /// 0 is public, 1 is random, and so on as HCI counts.
        public let kind: UInt8
        /// The six bytes as one number.
        public let number: UInt64

        /// An address of six bytes.
        public init(kind: UInt8, number: UInt64) { (self.kind, self.number) = (kind, number) }
    }

    /// The most bytes of data that an advertisement has.
    public static let mostBytes = 1_650

    /// Who sent it.
    public let address: Address
    /// The signal's strength in dBm; nil where the radio did not measure it.
    public let rssi: Int8?
    /// AD structures.
    public let data: ArraySlice<UInt8>

    /// An advertisement that was heard.
    public init(address: Address, rssi: Int8?, data: ArraySlice<UInt8>) {
        (self.address, self.rssi, self.data) = (address, rssi, data)
    }
}

/// Why what a radio says is no advertisement.
public enum RadioProblem: Error, Equatable, Sendable {
    /// It is something else, such as a connection.
    case noAdvertisement
    /// It is cut, has wrong lengths or a wrong checksum.
    case broken
    /// It was sent in several pieces, some of which are missing.
    case inPieces
}

extension Advertisement.Address {
    private static let textLength = 17

    /// Reads six bytes as they are sent, the lowest first.
    init(_ kind: UInt8, _ bytes: ArraySlice<UInt8>) {
        self.init(kind: kind, number: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Reads a text such as `C0:FF:EE:00:00:01`, in capitals or not; nil where it is none.
    public init?(_ text: String, isRandom: Bool = false) {
        var text = text
        let number = text.withUTF8 { bytes -> UInt64? in
            guard bytes.count == Self.textLength else { return nil }
            var number: UInt64 = 0
            for place in 0..<Self.textLength {
                let byte = unsafe bytes[place]
                if place % 3 == 2 {
                    guard byte == UInt8(ascii: ":") else { return nil }
                } else {
                    guard let digit = Self.value(of: byte) else { return nil }
                    number = number << 4 | UInt64(digit)
                }
            }
            return number
        }
        guard let number else { return nil }
        self.init(kind: isRandom ? 1 : 0, number: number)
    }

    /// The value of a hexadecimal digit.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Advertisement.Address: CustomStringConvertible {
    /// The address as people write it: `C0:FF:EE:00:00:01`.
    public var description: String {
        unsafe String(unsafeUninitializedCapacity: Self.textLength) { text in
            for place in 0..<6 {
                let byte = UInt8(truncatingIfNeeded: number >> UInt64(40 - place * 8))
                unsafe text[place * 3] = Self.digit(byte >> 4)
                unsafe text[place * 3 + 1] = Self.digit(byte & 0xF)
                if place < 5 { unsafe text[place * 3 + 2] = UInt8(ascii: ":") }
            }
            return Self.textLength
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
