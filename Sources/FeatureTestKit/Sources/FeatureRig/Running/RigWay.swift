@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import Glibc

/// Where the feature of a rig runs.
@_spi(Hosting) public enum RigWay: Sendable {
    /// Beside the rig, as in a host.
    case host
    /// Behind the wire of a worker, both of whose ends are in this process.
    case loopback
    /// In a process of its own; the entry is one of a remote feature.
    case worker

    /// The variable of the environment that says how unit tests run features: `worker`, or `host`.
    public static let variable = "FLAGSTAND_RUNS"

    /// What the environment asks for.
    public static let asked: RigWay = {
        guard let word = unsafe getenv(variable) else { return .host }
        return unsafe String(cString: word) == "worker" ? .loopback : .host
    }()

    /// The feature as a host takes it that lets it run there.
    func entry(_ entry: FeatureEntry, of id: String, in rig: Rig) -> FeatureEntry {
        switch self {
        case .host: return entry
        case .loopback:
            let end = Loopback(id: id, entry: entry, rehearsal: WorkerRehearsal(sharing: rig.executor))
            return .remote(FeatureDescription(entry), source: end).rehearsed(clock: rig.clock.source, holding: nil)
        case .worker: return entry.rehearsed(clock: rig.clock.source, holding: rig.executor)
        }
    }
}
