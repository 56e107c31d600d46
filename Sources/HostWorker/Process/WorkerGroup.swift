@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostSystem
internal import Synchronization

/// A control group (version 2) for one worker and every process that it starts.
///
/// Groups are made only if the host may: at the root of its cgroup namespace, as in a container, or in a group called
/// `host` below a delegated group (systemd: `Delegate=yes`, `DelegateSubgroup=host`). Otherwise the tree belongs to
/// another program.
final class WorkerGroup: Sendable {
    private static let mostOthers = 4_096
    /// How long to wait until killed processes are gone.
    private static let patience = Duration.seconds(2)
    private static let made = Atomic(0)

    private let folder: String
    /// Whether the kernel enforces the worker's memory limit.
    let limitsMemory: Bool

    /// Makes a group; nil if this host may not.
    init?(memory: Int) {
        guard let place = Self.place else { return nil }
        let number = Self.made.add(1, ordering: .relaxed).newValue
        folder = Path.join(place, "\(Self.prefix)\(getpid())-\(number)")
        guard unsafe mkdir(folder, 0o755) == 0 else { return nil }
        limitsMemory = Self.write("\(memory)", Path.join(folder, "memory.max"))
        // The kernel kills all processes or none, since a worker that has lost one of them is of no use.
        if limitsMemory { _ = Self.write("1", Path.join(folder, "memory.oom.group")) }
        guard unsafe access(Path.join(folder, "cgroup.kill"), W_OK) == 0 else {
            unsafe rmdir(folder)
            return nil
        }
    }

    /// Adds a process, before it has started others.
    func add(_ process: Int32) -> Bool { Self.write("\(process)", Path.join(folder, "cgroup.procs")) }

    func limit(memory: Int) { if limitsMemory { _ = Self.write("\(memory)", Path.join(folder, "memory.max")) } }

    /// Whether the kernel has killed a process of the group for its memory.
    var hasRunOut: Bool {
        guard limitsMemory, let events = ProcessFiles.contents(Path.join(folder, "memory.events")) else { return false }
        return events.split(separator: "\n").contains { $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0" }
    }

    /// Kills every process in the group, even those in another session or process group.
    func kill() { _ = Self.write("1", Path.join(folder, "cgroup.kill")) }

    /// Kills the remaining processes and removes the group.
    func remove() {
        kill()
        let end = SystemClock().uptime + Self.patience
        if let events = try? Descriptor(opening: {
            unsafe open(Path.join(folder, "cgroup.events"), O_RDONLY | O_CLOEXEC)
        }) {
            while ProcessFiles.contents(of: events)?.contains("populated 1") == true,
                case let left = end - SystemClock().uptime, left > .zero
            {
                var polls = [pollfd(fd: events.number, events: Int16(POLLPRI), revents: 0)]
                _ = unsafe poll(&polls, 1, Int32(left / .milliseconds(1)) + 1)
            }
        }
        unsafe rmdir(folder)
    }

    private static let prefix = "flagstand-worker-"

    /// The folder in which groups may be made; groups left by killed hosts are removed from it.
    private static let place: String? = {
        guard let mounts = ProcessFiles.contents("/proc/self/mountinfo"),
            let own = ProcessFiles.contents("/proc/self/cgroup"),
            let root = mounts.split(separator: "\n").first(where: { $0.contains(" - cgroup2 ") }),
            let path = own.split(separator: "\n").first(where: { $0.hasPrefix("0::") })?.dropFirst(3)
        else { return nil }
        let words = root.split(separator: " ")
        // Both paths start at the root of the cgroup namespace; with only a part of the tree mounted there is no group.
        guard words.count > 4, words[3] == "/" else { return nil }
        let folder: String
        if path == "/" {
            folder = String(words[4])
        } else if path.hasSuffix("/host") {
            folder = String(words[4]) + path.dropLast("/host".count)
        } else {
            return nil
        }
        // Fails if the host itself is in the same group, or the memory controller is not available; then there is no
        // limit.
        _ = write("+memory", Path.join(folder, "cgroup.subtree_control"))
        removeOthers(in: folder)
        return folder
    }()

    private static func removeOthers(in folder: String) {
        let found = try? FolderNames.read(folder, most: mostOthers) { $0.hasPrefix(prefix) }
        for name in found?.names ?? [] {
            let host = name.dropFirst(prefix.count).prefix { $0 != "-" }
            // A group in use can't be removed.
            if let host = Int32(host), host == getpid() || Glibc.kill(host, 0) != 0 {
                unsafe rmdir(Path.join(folder, name))
            }
        }
    }

    private static func write(_ text: String, _ path: String) -> Bool {
        guard let file = try? Descriptor(opening: { unsafe open(path, O_WRONLY | O_CLOEXEC) }) else { return false }
        return (try? file.write(Array(text.utf8))) != nil
    }
}
