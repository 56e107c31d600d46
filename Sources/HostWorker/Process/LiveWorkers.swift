internal import FeatureKit

/// The processes that features run in now.
package final class LiveWorkers: Sendable {
    private let processes = Lock<[String: [Int32]]>([:])

    /// Begins with none.
    package init() {}

    /// A feature's process has begun; another one of it may still run.
    package func began(_ process: Int32, of feature: String) {
        processes.withLock { $0[feature, default: []].append(process) }
    }

    /// A feature's process has ended.
    package func ended(_ process: Int32, of feature: String) {
        processes.withLock { processes in
            let rest = processes[feature, default: []].filter { $0 != process }
            processes[feature] = rest.isEmpty ? nil : rest
        }
    }

    /// The process that a feature runs in; of two the one that began last.
    package func process(of feature: String) -> Int32? { processes.withLock { $0[feature]?.last } }

    /// All of them.
    package var all: [Int32] { processes.withLock { $0.values.flatMap(\.self) }.sorted() }
}
