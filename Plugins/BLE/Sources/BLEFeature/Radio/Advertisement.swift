/// What a radio heard of one sender at one time.
struct Advertisement: Equatable {
    /// A sender's address; random ones change now and then.
    struct Address: Hashable {
        /// 0 public, 1 random, and so on as HCI counts.
        let kind: UInt8
        let number: UInt64
    }

    let address: Address
    /// The strength in dBm, where the radio measured it.
    let rssi: Int8?
    /// AD structures.
    let data: ArraySlice<UInt8>
}

extension Advertisement.Address: CustomStringConvertible {
    /// As people write it: `C0:FF:EE:00:00:01`.
    var description: String {
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

    private static let textLength = 17

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
