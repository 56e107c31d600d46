internal import Glibc

/// Where a host listens: an IP address and a port, written `127.0.0.1:8080` or `[::1]:8080`.
///
/// Names are refused: one may stand for several addresses, and for others tomorrow. Two that mean the same are equal,
/// however they were written.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// Why a text is no address.
    package enum Problem: Error, Sendable, Equatable {
        case noPort
        case badPort(String)
        case badHost(String)
        case bareIPv6
    }

    /// The IP address in its shortest form, without brackets.
    package let host: String
    /// The port; with 0 the system chooses one.
    package let port: UInt16
    /// The address as the network has it: 4 bytes or 16.
    package let bytes: [UInt8]

    /// Reads an address as it was written.
    package init(_ text: String) throws(Problem) {
        let written: String
        let rest: Substring
        if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
            written = String(text[text.index(after: text.startIndex)..<bracket])
            rest = text[text.index(after: bracket)...]
            guard let bytes = Self.bytes(of: written, AF_INET6) else { throw .badHost(written) }
            self.bytes = bytes
        } else {
            if Self.bytes(of: text, AF_INET6) != nil { throw .bareIPv6 }
            let colon = text.lastIndex(of: ":") ?? text.endIndex
            written = String(text[..<colon])
            rest = text[colon...]
            if Self.bytes(of: written, AF_INET6) != nil { throw .bareIPv6 }
            guard let bytes = Self.bytes(of: written, AF_INET) else { throw .badHost(written) }
            self.bytes = bytes
        }
        guard rest.hasPrefix(":"), rest.count > 1 else { throw .noPort }
        let digits = rest.dropFirst()
        // Not `UInt16(digits)` alone, which takes a sign.
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), let port = UInt16(digits) else {
            throw .badPort(String(digits))
        }
        self.port = port
        host = Self.shortest(bytes) ?? written
    }

    /// The address as it is written.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether nobody but this machine reaches it.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes.first == 127 : bytes == Self.loopback6 || mapped?.first == 127
    }

    /// Whether it stands for every address of this machine.
    package var isWildcard: Bool { (mapped ?? bytes).allSatisfy { $0 == 0 } }

    /// The IPv4 address that an IPv6 one is another way of writing: `::ffff:127.0.0.1`.
    private var mapped: [UInt8]? { bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : nil }

    private static let loopback6: [UInt8] = [UInt8](repeating: 0, count: 15) + [1]
    private static let mappedPrefix: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func bytes(of text: String, _ family: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        // The system would stop reading at a zero byte.
        guard !text.utf8.contains(0) else { return nil }
        return unsafe inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func shortest(_ bytes: [UInt8]) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension ListenAddress.Problem: CustomStringConvertible {
    /// What is wrong, and how it is written.
    package var description: String {
        let what =
            switch self {
            case .noPort: "a port is missing"
            case .badPort(let text): "\"\(text)\" is no port from 0 to 65535"
            case .badHost(let text): "\"\(text)\" is no IP address"
            case .bareIPv6: "an IPv6 address stands in brackets"
            }
        return "\(what); write it like 127.0.0.1:8080 or [::1]:8080"
    }
}
