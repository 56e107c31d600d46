import FeatureKit
import HostRuntime
import JSON

/// What a door keeps for each loop apart, so that loops never wait for each other.
final class LoopDesk: Sendable {
    /// What is used again from request to request.
    struct Tools: Sendable {
        var keys = KeyMaker()
        var flags: FlagAsker
    }

    private let current: Lock<FrontTable>
    /// Held while a request is read; only the loop itself comes here.
    let tools: Lock<Tools>

    init(_ table: FrontTable, flags: FlagAsker) {
        current = Lock(table)
        tools = Lock(Tools(flags: flags))
    }

    /// The table that counts now.
    var table: FrontTable {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

extension JSONLimits {
    /// What a request may cost to read.
    static let requests: JSONLimits = {
        var limits = JSONLimits()
        // As many as fit into a mebibyte where each one says something.
        limits.nodes = 131_072
        return limits
    }()
}
