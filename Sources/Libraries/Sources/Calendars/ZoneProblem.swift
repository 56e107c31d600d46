internal import Glibc

/// Why a zone can't be used.
public struct ZoneProblem: Error, Equatable, CustomStringConvertible {
    enum Kind: Error, Equatable {
        /// No zone can be called that.
        case invalidName
        case unknown
        case unreadable(errno: Int32)
        case damaged(ZoneDamage)
    }

    /// The name of the zone.
    public let name: String
    let kind: Kind

    /// Whether there is a zone of that name, and it only can't be read just now.
    public var isTemporary: Bool { if case .unreadable = kind { true } else { false } }

    /// What is wrong, in a sentence.
    public var description: String {
        switch kind {
        case .invalidName: "a time zone is called something like Europe/Madrid, not \"\(name)\""
        case .unknown: "this machine knows no time zone \"\(name)\""
        case .unreadable(let code): "the time zone \"\(name)\" can't be read: \(unsafe String(cString: strerror(code)))"
        case .damaged(let damage): "the time zone \"\(name)\" can't be used: \(damage)"
        }
    }
}

/// What is wrong with the bytes of a zone's file.
enum ZoneDamage: Error, Equatable, CaseIterable, CustomStringConvertible {
    case notTZif, version, counts, tooShort, tooLong, order, type, leapSeconds, rule, tooLarge

    var description: String {
        switch self {
        case .notTZif: "its file is not of the tz database"
        case .version: "its file is of a version that is not known here; 1 to 4 are"
        case .counts: "its file says that there is more or less in it than there can be"
        case .tooShort: "its file ends too early"
        case .tooLong: "its file goes on where it should end"
        case .order: "its file has moments out of order"
        case .type: "its file has an offset that no clock has, or that is missing"
        case .leapSeconds: "it counts leap seconds"
        case .rule: "the rule at the end of its file can't be followed"
        case .tooLarge: "its file has more than \(TZif.mostBytes) bytes"
        }
    }
}
