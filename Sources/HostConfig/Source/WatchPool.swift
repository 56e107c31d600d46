internal import CLinux
internal import HostSystem

/// The watches of one watcher: several of the files that it watches may need the same folder.
final class WatchPool {
    let inotify: Inotify
    /// Who needs which, by the paths that they watch.
    private var owners: [Inotify.Watch: Set<String>] = [:]

    init() throws(SystemError) { inotify = try Inotify() }

    /// Watches a folder or a file for one of its owners; what others want to know of it goes on being told.
    func add(_ path: String, for flags: Int32, owner: String) throws(SystemError) -> Inotify.Watch {
        let watch = try inotify.add(path, for: flags | IN_MASK_ADD)
        owners[watch, default: []].insert(owner)
        return watch
    }

    /// Ends a watch when its last owner needs it no more.
    func remove(_ watch: Inotify.Watch, owner: String) {
        guard owners[watch]?.remove(owner) != nil, owners[watch]?.isEmpty == true else { return }
        owners[watch] = nil
        inotify.remove(watch)
    }
}
