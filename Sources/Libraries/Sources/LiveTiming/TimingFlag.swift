public import FeatureKit

/// What live timing says of the track or of a sector, from harmless to bad.
public enum TimingFlag: String, CaseIterable, Comparable, Sendable {
    case normal
    /// A word that this version does not know, or none so far.
    case unknown
    case yellow
    /// The virtual safety car.
    case vsc
    case safetyCar, redFlag

    /// Whether the first one is less bad.
    public static func < (left: Self, right: Self) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}

/// All that live timing says of flags now.
public struct TimingFlags: Equatable, Sendable {
    /// What counts on the track as a whole; sectors may be worse.
    public var track: TimingFlag
    /// Whether the safety car, virtual or not, is about to leave.
    public var isEnding = false
    /// What race control said of the worst.
    public var message: String?
    /// The sectors that have a flag.
    public var sectors: [Int: TimingFlag] = [:]
    /// When race control last said something.
    public var updated: Timestamp?
}

/// Why something is not what live timing sends.
public struct TimingProblem: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Value {
    /// A whole number, which live timing often writes as a text.
    var whole: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .text(let digits): Int(digits)
        default: nil
        }
    }

    var string: String? { if case .text(let text) = self { text } else { nil } }
    var members: Members? { if case .object(let members) = self { members } else { nil } }
}
