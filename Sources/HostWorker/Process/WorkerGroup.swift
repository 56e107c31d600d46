@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostSystem
internal import Synchronization

/// The kernel's own account of one worker with all that it starts: a control group (version 2).
///
/// There is one where the host has been given a place for it: it is the first of its namespace, as in a container, or
/// lies in a group called `host` below one that is all its own (systemd: `Delegate=yes`, `DelegateSubgroup=host`).
/// Elsewhere groups belong to somebody else, and the host makes none.
final class WorkerGroup: Sendable {
    private static let mostOthers = 4_096
    /// How long is waited for those that have been ended to be gone.
    private static let patience = Duration.seconds(2)
    private static let made = Atomic(0)

    private let folder: String
    /// Whether it holds the worker to its memory.
    let limitsMemory: Bool

    /// Makes one; nil where this host may not.
    init?(memory: Int) {
        guard let place = Self.place else { return nil }
        let number = Self.made.add(1, ordering: .relaxed).newValue
        folder = Path.join(place, "\(Self.prefix)\(getpid())-\(number)")
        guard unsafe mkdir(folder, 0o755) == 0 else { return nil }
        limitsMemory = Self.write("\(memory)", Path.join(folder, "memory.max"))
        // All of it or nothing: a worker that has lost one of its programs is of no use.
        if limitsMemory { _ = Self.write("1", Path.join(folder, "memory.oom.group")) }
        guard unsafe access(Path.join(folder, "cgroup.kill"), W_OK) == 0 else {
            unsafe rmdir(folder)
            return nil
        }
    }

    /// Puts a process into it, before that has started anything.
    func add(_ process: Int32) -> Bool { Self.write("\(process)", Path.join(folder, "cgroup.procs")) }

    func limit(memory: Int) { if limitsMemory { _ = Self.write("\(memory)", Path.join(folder, "memory.max")) } }

    /// Whether the kernel has ended something in it for its memory.
    var hasRunOut: Bool {
        guard limitsMemory, let events = ProcessFiles.contents(Path.join(folder, "memory.events")) else { return false }
        return events.split(separator: "\n").contains { $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0" }
    }

    /// Ends everything in it, whatever it did to get away.
    func kill() { _ = Self.write("1", Path.join(folder, "cgroup.kill")) }

    /// Ends what is left in it, and takes it away.
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

    /// Where groups may be made, without those that hosts have left there which were killed.
    private static let place: String? = {
        guard let mounts = ProcessFiles.contents("/proc/self/mountinfo"),
            let own = ProcessFiles.contents("/proc/self/cgroup"),
            let root = mounts.split(separator: "\n").first(where: { $0.contains(" - cgroup2 ") }),
            let path = own.split(separator: "\n").first(where: { $0.hasPrefix("0::") })?.dropFirst(3)
        else { return nil }
        let words = root.split(separator: " ")
        // Both are told from the root of the namespace; whoever sees another part of the tree is not given any.
        guard words.count > 4, words[3] == "/" else { return nil }
        let folder: String
        if path == "/" {
            folder = String(words[4])
        } else if path.hasSuffix("/host") {
            folder = String(words[4]) + path.dropLast("/host".count)
        } else {
            return nil
        }
        // Refused where the host itself lies in the same group, or no account of memory is kept there.
        _ = write("+memory", Path.join(folder, "cgroup.subtree_control"))
        removeOthers(in: folder)
        return folder
    }()

    private static func removeOthers(in folder: String) {
        let found = try? FolderNames.read(folder, most: mostOthers) { $0.hasPrefix(prefix) }
        for name in found?.names ?? [] {
            let host = name.dropFirst(prefix.count).prefix { $0 != "-" }
            // What is in use can't be removed.
            if let host = Int32(host), host == getpid() || Glibc.kill(host, 0) != 0 { unsafe rmdir(Path.join(folder, name)) }
        }
    }

    private static func write(_ text: String, _ path: String) -> Bool {
        guard let file = try? Descriptor(opening: { unsafe open(path, O_WRONLY | O_CLOEXEC) }) else { return false }
        return (try? file.write(Array(text.utf8))) != nil
    }
}
