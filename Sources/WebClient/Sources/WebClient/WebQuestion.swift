public import FeatureKit

/// What is asked of a server, and what its answer may cost.
public struct WebQuestion: Sendable {
    /// How long an answer is waited for.
    public enum Patience: Sendable, Equatable {
        /// From the first step to the last byte.
        case whole(Duration)
        /// To the end of its head; after that it may go on for ever, unless it is silent for too long.
        case stream(head: Duration, silence: Duration)
    }

    /// How often an answer may point elsewhere.
    public static let mostRedirects = 5

    /// What is asked, an address of `http` or `https`.
    public var address: String
    /// How long an answer is waited for.
    public var patience: Patience
    /// How large the body may be; of a stream what comes at once, as its reader bounds the rest.
    public var mostBytes: Int
    /// What kinds of answers are wanted.
    public var accept = "*/*"
    /// Further fields of the head, as they are written, without line breaks in them.
    public var fields: [(name: String, value: String)] = []
    /// What is sent to this server, and to none that it points to.
    public var bearer: Secret?
    /// By way of what it is asked; nil means what the environment says.
    public var proxy: String?
    /// What is asked of the address.
    public var method = "GET"
    /// What is sent along; redirects of a request with a body are not followed.
    public var body: [UInt8]?
    /// Whether a server of `http` is known to speak HTTP/2, by a connection for each request; with `https` both sides
    /// agree on a version.
    public var speaksHTTP2 = false
    /// The file of certificates that the server's is checked against; nil means those of the system.
    public var certificates: String?
    /// Whether a success is one by its status alone, whatever becomes of the rest of the answer: what is done is not to
    /// be done again.
    public var isDoneByStatus = false
    /// Whether every answer is a good one: errors with their bodies, and redirects, which are not followed.
    var takesAnyStatus = false
    /// Whether servers with private addresses are refused, and no proxy is asked, which would hide the address.
    var isPublicOnly = false

    /// Makes a question.
    public init(_ address: String, patience: Patience, mostBytes: Int) {
        self.address = address
        self.patience = patience
        self.mostBytes = mostBytes
    }

    /// Makes a question that sends a body by POST, reads little of what comes back, and is done by its status.
    public init(
        posting body: [UInt8], as type: String, to address: String, certificates: String? = nil
    ) {
        self.init(address, patience: .whole(.seconds(20)), mostBytes: 16_384)
        (method, self.body, self.certificates, fields) = ("POST", body, certificates, [("Content-Type", type)])
        isDoneByStatus = true
    }

    /// A text as a part of an address: what an address takes for something else than text is escaped.
    public static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                escaped.unicodeScalars.append(UnicodeScalar(byte))
            default: escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
