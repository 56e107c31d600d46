@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import Glibc

/// Where the feature of a rig runs.
@_spi(Hosting) public enum RigWay: Sendable {
    /// In the rig's process, as in a host.
    case host
    /// Over the wire of a worker, with both ends in this process.
    case loopback
    /// In a process of its own; the entry is that of a remote feature.
    case worker

    /// The environment variable that says how unit tests run features: `worker` or `host`.
    public static let variable = "FLAGSTAND_RUNS"

    /// The way that the environment variable asks for.
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
