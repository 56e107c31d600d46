internal import Glibc
internal import HostSystem

/// Every name that has to be looked up on the way to a file, links followed one by one.
///
/// A Kubernetes config map shows why: `plugins.yaml` links to `..data/plugins.yaml`, `..data` links to a folder,
/// and an update only replaces the link `..data`. Whatever hop changes, the file behind the path may be another.
struct WatchChain {
    /// A name in a folder, and what stands there.
    struct Hop: Equatable {
        /// The folder, by a path without links.
        let folder: String
        let folderNumber: FileIdentity.Number
        let name: String
        let found: FileIdentity?
    }

    /// The most links that are followed, as many as the system follows.
    static let mostLinks = 40
    /// The longest path that a link may name.
    private static let longestLink = 4096

    private(set) var hops: [Hop] = []
    /// What the path leads to; nil where it leads nowhere.
    private(set) var target: FileIdentity?

    /// Where the file lies by a path without links; nil where the path leads nowhere.
    var targetPath: String? {
        guard target != nil, let last = hops.last else { return nil }
        return Path.join(last.folder, last.name)
    }

    /// Whether both go through the same folders and links to the same thing, whatever is in it.
    func leadsTheSameWay(as other: WatchChain) -> Bool {
        hops.elementsEqual(other.hops) { left, right in
            left.folder == right.folder && left.folderNumber == right.folderNumber && left.name == right.name
                && left.found?.number == right.found?.number
        }
    }

    /// Follows an absolute path as far as it leads.
    init(following path: String) {
        var rest = Self.names(path)
        var folder = "/"
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                folder = Path.folder(of: folder)
                continue
            }
            guard let folderNumber = try? FileIdentity(ofLink: folder).number else { return }
            let place = Path.join(folder, name)
            let found = try? FileIdentity(ofLink: place)
            hops.append(Hop(folder: folder, folderNumber: folderNumber, name: name, found: found))
            switch found?.kind {
            case .link:
                links += 1
                guard links <= Self.mostLinks, let aim = Self.readLink(place) else { return }
                if aim.hasPrefix("/") { folder = "/" }
                rest += Self.names(aim)
            case .folder where !rest.isEmpty: folder = place
            case .some where rest.isEmpty: target = found
            default: return
            }
        }
    }

    /// The names in a path, the first one last.
    private static func names(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    private static func readLink(_ path: String) -> String? {
        var aim = [CChar](repeating: 0, count: longestLink)
        guard let count = try? SystemError.check({ unsafe readlink(path, &aim, aim.count) }) else { return nil }
        return String(decoding: aim.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
