/// Reads what a crashing worker reported about itself, which may be cut off anywhere and is not trusted; pure.
struct CrashReport: Equatable {
    /// More than this is not read.
    static let most = 1 << 20
    /// More calls are not looked at.
    static let mostCalls = 64

    /// A part of a file that lies in the memory.
    struct Mapping: Equatable {
        var addresses: Range<UInt64>
        /// Where its beginning lies in the file.
        var offset: UInt64
        var path: String
    }

    var signal: Int32?
    /// Addresses, the innermost call first.
    var calls: [UInt64] = []
    var mappings: [Mapping] = []

    init(_ bytes: [UInt8]) {
        var isMap = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            if isMap {
                if let mapping = Mapping(text) { mappings.append(mapping) }
            } else if text == "maps" {
                isMap = true
            } else if text.hasPrefix("signal ") {
                signal = Int32(text.dropFirst("signal ".count))
            } else if text.hasPrefix("at "), calls.count < Self.mostCalls,
                let address = UInt64(text.dropFirst("at ".count), radix: 16)
            {
                calls.append(address)
            }
        }
    }

    /// What lies at an address: a file, and where in it.
    func place(of address: UInt64) -> (path: String, offset: UInt64)? {
        guard let mapping = mappings.first(where: { $0.addresses.contains(address) }) else { return nil }
        let (offset, isTooLarge) = mapping.offset.addingReportingOverflow(address - mapping.addresses.lowerBound)
        return isTooLarge ? nil : (mapping.path, offset)
    }
}

extension CrashReport.Mapping {
    /// Reads a line of `/proc/self/maps`: `7f10-7f20 r-xp 0000a000 08:01 1234   /lib/libc.so.6`.
    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard words.count == 6 else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1], let offset = UInt64(words[2], radix: 16) else { return nil }
        let path = words[5].drop { $0 == " " }
        guard path.hasPrefix("/") else { return nil }
        self.init(addresses: ends[0]..<ends[1], offset: offset, path: String(path))
    }
}
