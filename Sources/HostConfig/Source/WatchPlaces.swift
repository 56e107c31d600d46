internal import CLinux
internal import Glibc
internal import HostSystem

/// The folders and the file that are watched because a chain leads through them.
struct WatchPlaces {
    /// How often the way is followed again because it changed while the watches were set.
    private static let mostRounds = 8

    private static let way =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
        | IN_DONT_FOLLOW
    private static let lastFolder = way | IN_CLOSE_WRITE | IN_ATTRIB
    // The file itself as well: a write through another of its names, or through a bind mount, is not told to the folder.
    private static let file = IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW

    private let pool: WatchPool
    private let path: String
    /// Further events to ask for, to see that a file is being written.
    private let more: Int32
    /// The watched folders, each with the names in it that matter.
    private var folders: [Inotify.Watch: Set<String>] = [:]
    private var last: (folder: Inotify.Watch, name: String)?
    private var fileWatch: Inotify.Watch?
    /// The symbolic links on the way: a link is never half written.
    private var links: [Inotify.Watch: Set<String>] = [:]
    /// What could not be watched.
    private(set) var blindSpots: [BlindSpot] = []

    /// - Parameter seesWrites: Whether every write is reported, not only the closing of the file.
    init(path: String, pool: WatchPool, seesWrites: Bool = false) {
        self.path = path
        self.pool = pool
        more = seesWrites ? IN_MODIFY : 0
    }

    /// Follows the path and watches the whole way, so that no later change of it goes unnoticed.
    ///
    /// - Returns: what the path leads to.
    mutating func arm() -> FileIdentity? {
        var chain = WatchChain(following: path)
        for _ in 0..<Self.mostRounds {
            watch(chain)
            // What changed between the look and the watch is only seen by another look.
            let again = WatchChain(following: path)
            let isSettled = again.leadsTheSameWay(as: chain)
            chain = again
            if isSettled { break }
        }
        return chain.target
    }

    /// What the notices mean for the watched path.
    func news(in notices: [Inotify.Notice]) -> WatchChanges {
        var news = WatchChanges()
        for notice in notices {
            if notice.isOne(of: IN_Q_OVERFLOW) {
                news.isRelevant = true
                news.isIncomplete = true
            } else if notice.watch == fileWatch {
                news.take(notice, isLast: true)
            } else if let names = folders[notice.watch], notice.name.isEmpty || names.contains(notice.name) {
                news.take(notice, isLast: last.map { $0 == (notice.watch, notice.name) } ?? false)
            }
        }
        return news
    }

    /// Whether the last notice of a new name is about a symbolic link, according to the current watches.
    func areLinks(madeBy notices: [Inotify.Notice]) -> Bool {
        notices.last { $0.isOne(of: IN_CREATE) && folders[$0.watch]?.contains($0.name) ?? false }
            .map { links[$0.watch]?.contains($0.name) ?? false } ?? false
    }

    private mutating func watch(_ chain: WatchChain) {
        let before = Set(folders.keys).union(fileWatch.map { [$0] } ?? [])
        (folders, links, last, fileWatch, blindSpots) = ([:], [:], nil, nil, [])
        for hop in chain.hops {
            let isLast = hop == chain.hops.last
            guard let watch = add(hop.folder, for: isLast ? Self.lastFolder | more : Self.way) else { continue }
            folders[watch, default: []].insert(hop.name)
            if hop.found?.kind == .link { links[watch, default: []].insert(hop.name) }
            if isLast { last = (watch, hop.name) }
        }
        if chain.target?.kind == .file, let path = chain.targetPath { fileWatch = add(path, for: Self.file | more) }
        for old in before.subtracting(folders.keys) where old != fileWatch { pool.remove(old, owner: self.path) }
    }

    /// Ends all its watches.
    mutating func disarm() {
        for watch in Set(folders.keys).union(fileWatch.map { [$0] } ?? []) { pool.remove(watch, owner: path) }
        (folders, links, last, fileWatch) = ([:], [:], nil, nil)
    }

    private mutating func add(_ path: String, for flags: Int32) -> Inotify.Watch? {
        do throws(SystemError) {
            return try pool.add(path, for: flags, owner: self.path)
        } catch {
            // What has just vanished is seen by the next look at the way.
            let hasVanished = error.code == ENOENT || error.code == ENOTDIR
            if !hasVanished, !blindSpots.contains(where: { $0.path == path }) {
                blindSpots.append(BlindSpot(path: path, because: error))
            }
            return nil
        }
    }
}
