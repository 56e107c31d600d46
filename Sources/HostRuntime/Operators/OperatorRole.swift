/// How much an operator may do; each role may do what those before it may.
package enum OperatorRole: String, Sendable, Codable, CaseIterable, Comparable {
    /// Reads.
    case viewer
    /// Switches modules and changes the configuration.
    case `operator`
    /// Does what runs code, writes files, lets others in or acts on behalf of somebody else.
    case admin

    package static func < (left: OperatorRole, right: OperatorRole) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .operator: 1
        case .admin: 2
        }
    }
}
