import FeatureKit
import HostRuntime
import JSON

/// The state that each loop of a server has of its own, so that loops never wait for each other.
final class LoopState: Sendable {
    /// What is reused from request to request.
    struct Tools: Sendable {
        var keys = KeyMaker()
        var flags: FlagAsker
    }

    private let current: Lock<FrontTable>
    /// Held while a request is read; only the loop itself takes this lock.
    let tools: Lock<Tools>

    init(_ table: FrontTable, flags: FlagAsker) {
        current = Lock(table)
        tools = Lock(Tools(flags: flags))
    }

    /// The current table.
    var table: FrontTable {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

extension JSONLimits {
    /// The limits for reading a request's JSON.
    static let requests: JSONLimits = {
        var limits = JSONLimits()
        // As many as fit into a mebibyte with something in each.
        limits.nodes = 131_072
        return limits
    }()
}
