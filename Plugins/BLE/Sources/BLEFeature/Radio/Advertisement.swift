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
        stride(from: 40, through: 0, by: -8).map { shift in
            let byte = UInt8(truncatingIfNeeded: number >> UInt64(shift))
            return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: ":")
    }
}
