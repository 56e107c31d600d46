package import HostSystem

extension ListenAddress {
    /// Why a host does not listen at an address that others reach, and what to write.
    package static func complaint(document: String) -> String {
        "others reach this address, and nobody could get in; in \(document) write whose users do, "
            + "\"access: { issuers: … }\", or \"http: { anonymous: true }\" to let everybody in"
    }
}

/// What a document says of how the host is reached over HTTP.
package struct HTTPSettings: Sendable, Equatable {
    /// What browsers may do that show pages from elsewhere.
    package struct CORS: Sendable, Equatable {
        /// Whose pages may ask.
        package enum Origins: Sendable, Equatable {
            case every
            case these([String])
        }

        package let origins: Origins
        /// Whether they may send cookies.
        package let credentials: Bool
        /// How long a browser remembers what it was told.
        package let maxAge: Duration
    }

    /// How callers are told apart.
    package struct Callers: Sendable, Equatable {
        /// The cookie that carries the caller's key.
        package let keyCookie: String
        /// The header that carries it where there is no cookie.
        package let keyHeader: String
        /// By attribute, the header that tells it.
        package let attributes: [String: String]
    }

    /// How often somebody may ask.
    package struct Rate: Sendable, Equatable {
        /// How many questions a second, as an average.
        package let perSecond: Double
        /// How many at once.
        package let burst: Int
    }

    /// How often who may ask; nil as often as they like.
    package struct Rates: Sendable, Equatable {
        /// All requests of one address.
        package var address: Rate?
        /// Those of a user who has signed in.
        package var caller: Rate?
    }

    /// Where the certificate and its key lie, as absolute paths.
    package struct TLS: Sendable, Hashable {
        package let certificate: String
        package let key: String
    }

    /// The TCP addresses to listen on.
    package let listen: [ListenAddress]
    /// Whether anonymous callers get in; nil where that depends on who can reach the host.
    package let anonymous: Bool?
    /// Nil where no page of another origin may send requests.
    package let cors: CORS?
    package let callers: Callers
    /// How often one address may ask for flags; nil for no limit.
    package let flagRate: Rate?
    /// The rate limits of all requests, by kind of caller.
    package var rates = Rates()
    /// Whose word counts for where a request comes from.
    package var proxies: [IPNetwork] = []
    /// What the host is called at this machine's own addresses, beside localhost.
    package var names: [String] = []
    /// Whether operators' tokens are taken over a network without TLS.
    package var takesPlainOperators = false
    /// How many connections one address may have at once; nil where that follows from how many there may be.
    package var connectionsPerAddress: Int?
    /// Nil where addresses are plain.
    package var tls: TLS?
}
