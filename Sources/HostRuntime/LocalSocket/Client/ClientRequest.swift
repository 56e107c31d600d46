package import FeatureKit

/// A question to a host.
package struct ClientRequest: Sendable {
    /// What goes over the connection.
    package let bytes: [UInt8]
    /// Whether the answer has no body, whatever its head says.
    let wantsHeadOnly: Bool

    /// Makes a request that is the only one of its connection.
    ///
    /// - Parameters:
    ///   - target: The path and the query, escaped.
    ///   - json: The body.
    package init(_ method: String, _ target: String, fields: [(String, String)] = [], json: Value? = nil) {
        self.init(method, target, fields: fields, body: json.map { Array($0.json.utf8) }, type: "application/json")
    }

    /// Makes a request with a body of any type.
    package init(
        _ method: String, _ target: String, fields: [(String, String)] = [], body: [UInt8]?, type: String
    ) {
        var fields = [("Host", "localhost"), ("Connection", "close")] + fields
        if let body { fields += [("Content-Type", type), ("Content-Length", "\(body.count)")] }
        let head = fields.reduce(into: "\(method) \(target) HTTP/1.1\r\n") { $0 += "\($1.0): \($1.1)\r\n" }
        bytes = Array((head + "\r\n").utf8) + (body ?? [])
        wantsHeadOnly = method == "HEAD"
    }

    /// A text as a part of a path or a query.
    package static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
