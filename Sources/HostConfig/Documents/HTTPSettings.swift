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

    /// How often one address may ask for flags.
    package struct FlagRate: Sendable, Equatable {
        /// How many questions a second, as an average.
        package let perSecond: Double
        /// How many at once.
        package let burst: Int
    }

    /// Where it listens on TCP.
    package let listen: [ListenAddress]
    /// Whether strangers get in; nil where that depends on who can reach the host.
    package let anonymous: Bool?
    /// Nil where no page from elsewhere may ask.
    package let cors: CORS?
    package let callers: Callers
    /// Nil where everyone may ask as often as they like.
    package let flagRate: FlagRate?
}
