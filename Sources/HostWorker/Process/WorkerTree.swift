internal import CLinux
internal import Glibc
internal import HostSystem

/// A worker with all that it has started and its programs have, also what has left its group.
///
/// What loses its parent among them comes to the worker, which asked for that; so the tree is whole while the worker
/// lives. Of one that has ended by itself those are known that were there at the last look.
struct WorkerTree {
    /// The most processes that are looked at.
    private static let most = 4_096
    /// How often a tree is looked at that starts new ones while it is ended.
    private static let mostRounds = 16

    let root: Int32
    /// The others, by number, and when they were started: numbers are given again.
    private var others: [Int32: String] = [:]

    init(root: Int32) { self.root = root }

    /// Looks who is there now; whether there are new ones.
    @discardableResult
    mutating func look() -> Bool {
        var found: [Int32: String] = [:]
        var waiting = [root]
        while let process = waiting.popLast(), found.count < Self.most {
            for child in Self.children(of: process) where found[child] == nil {
                guard let start = Self.start(of: child) else { continue }
                found[child] = start
                waiting.append(child)
            }
        }
        let hasNew = found.contains { others[$0] != $1 }
        others = found
        return hasNew
    }

    /// How many bytes they hold together; memory that several share counts once where that matters.
    func memory(limit: Int) -> Int {
        let all = [root] + others.keys
        let sum = all.reduce(0) { $0 + Self.resident($1) }
        guard sum > limit, !others.isEmpty else { return sum }
        return all.reduce(0) { $0 + (Self.proportional($1) ?? Self.resident($1)) }
    }

    /// Ends all but the worker itself, which must not start others meanwhile.
    mutating func killOthers() {
        for _ in 0..<Self.mostRounds {
            let hasNew = look()
            killKnown()
            if !hasNew { break }
        }
    }

    /// Ends those that were there at the last look.
    func killKnown() {
        for (process, start) in others {
            guard let held = try? Descriptor(opening: { process_descriptor(process) }) else { continue }
            // Held by now, the number can't become another one's between the look and the signal.
            if Self.start(of: process) == start { _ = signal_process(held.number, SIGKILL) }
        }
    }

    private static func children(of process: Int32) -> [Int32] {
        let threads = (try? FolderNames.read("/proc/\(process)/task", most: most) { $0 != "." && $0 != ".." })?.names
        return (threads ?? []).flatMap { thread in
            let text = ProcessFiles.contents("/proc/\(process)/task/\(thread)/children") ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// The moment of its start, in the system's units; nil where there is no such process.
    private static func start(of process: Int32) -> String? {
        // Its name stands in parentheses, and may hold any character.
        guard let text = ProcessFiles.contents("/proc/\(process)/stat"), let name = text.lastIndex(of: ")") else {
            return nil
        }
        let words = text[name...].split(separator: " ")
        return words.count > 20 ? String(words[20]) : nil
    }

    private static func resident(_ process: Int32) -> Int {
        let words = (ProcessFiles.contents("/proc/\(process)/statm") ?? "").split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Its share of what it holds together with others.
    private static func proportional(_ process: Int32) -> Int? {
        let lines = (ProcessFiles.contents("/proc/\(process)/smaps_rollup") ?? "").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("Pss:") }) else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }
}
