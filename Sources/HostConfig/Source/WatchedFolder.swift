internal import CLinux
internal import HostSystem

/// The configuration files of a watched folder, each watched like a file of its own.
///
/// All of them are read together, so no change is reported while another file is being written: half of it would be
/// read.
struct WatchedFolder {
    /// How long a change waits for writers of other files, one of which may never close its file.
    static let longestHold = Duration.seconds(5)

    private static let listing =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR

    private struct Document {
        var places: WatchPlaces
        var decision: WatchDecision
        var isBeingWritten = false
        var lookAt: Duration?

        var isUnfinished: Bool { isBeingWritten || decision.isWaiting }
    }

    /// The folder's identity; another folder under the same path gets a watch of its own.
    let number: FileIdentity.Number
    private let path: String
    private let pool: WatchPool
    private var watch: Inotify.Watch?
    private var documents: [String: Document] = [:]
    private var areAll = true
    /// When the oldest change happened that has not been reported yet.
    private var changedAt: Duration?
    /// What could not be watched.
    private(set) var blindSpots: [BlindSpot] = []

    /// The owner of this watch in the pool, other than that of the path to the folder.
    private var owner: String { path + "/" }

    /// Watches a folder by its absolute path; its present content is not reported.
    init(_ folder: FileIdentity, path: String, pool: WatchPool) {
        number = folder.number
        self.path = path
        self.pool = pool
        do throws(SystemError) {
            watch = try pool.add(path, for: Self.listing, owner: path + "/")
        } catch { blindSpots = [BlindSpot(path: path, because: error)] }
        for name in list() ?? [] {
            var places = self.places(of: name)
            let found = places.arm()
            documents[name] = Document(places: places, decision: WatchDecision(found: found))
        }
        noteBlindSpots()
    }

    /// Decides what to report after notices.
    mutating func handle(_ notices: [Inotify.Notice], now: Duration) -> WatchDecision.Answer {
        let wasWhole = areAll
        if let names = list() {
            if areAll != wasWhole { note(now) }
            let gone = documents.keys.filter { !names.contains($0) }
            for name in gone {
                documents[name]?.places.disarm()
                documents[name] = nil
                note(now)
            }
            for name in names where documents[name] == nil {
                documents[name] = Document(places: places(of: name), decision: WatchDecision(found: nil))
                take(notices, name, isNew: true, now)
            }
        }
        for name in documents.keys { take(notices, name, isNew: false, now) }
        noteBlindSpots()
        return answer(now)
    }

    /// Decides what to report as time passes.
    mutating func look(now: Duration) -> WatchDecision.Answer {
        for name in documents.keys {
            guard var document = documents[name], document.lookAt != nil else { continue }
            note(document.decision.look(found: document.places.arm(), now: now), &document, now)
            documents[name] = document
        }
        return answer(now)
    }

    /// Ends all its watches.
    mutating func disarm() {
        for name in documents.keys { documents[name]?.places.disarm() }
        if let watch { pool.remove(watch, owner: owner) }
    }

    private mutating func take(_ notices: [Inotify.Notice], _ name: String, isNew: Bool, _ now: Duration) {
        guard var document = documents[name] else { return }
        var found = isNew ? document.places.arm() : nil
        var news = document.places.news(in: notices)
        guard isNew || news.isRelevant else { return }
        if !isNew { found = document.places.arm() }
        if news.arrival == .created, document.places.areLinks(madeBy: notices) { news.arrival = .placed }
        document.isBeingWritten = news.isBeingWritten ?? (document.isBeingWritten && !news.isIncomplete)
        note(document.decision.handle(news, found: found, now: now), &document, now)
        documents[name] = document
    }

    private mutating func note(_ answer: WatchDecision.Answer, _ document: inout Document, _ now: Duration) {
        document.lookAt = answer.lookAt
        if answer.event != nil { note(now) }
    }

    private mutating func note(_ now: Duration) { changedAt = changedAt ?? now }

    private mutating func answer(_ now: Duration) -> WatchDecision.Answer {
        let looks = documents.values.compactMap(\.lookAt)
        guard let since = changedAt else { return WatchDecision.Answer(lookAt: looks.min()) }
        let latest = since + Self.longestHold
        if now < latest, documents.values.contains(where: \.isUnfinished) {
            return WatchDecision.Answer(lookAt: (looks + [latest]).min())
        }
        changedAt = nil
        return WatchDecision.Answer(event: .changed, lookAt: looks.min())
    }

    /// The names of the configuration files; nil where the folder can't be read, which its own watch reports.
    private mutating func list() -> Set<String>? {
        guard
            let found = try? FolderNames.read(path, most: LocalSource.mostFiles, where: LocalSource.isDocument)
        else { return nil }
        areAll = found.areAll
        return Set(found.names)
    }

    private func places(of name: String) -> WatchPlaces {
        WatchPlaces(path: Path.join(path, name), pool: pool, seesWrites: true)
    }

    private mutating func noteBlindSpots() {
        var spots = blindSpots.filter { $0.path == path }
        for spot in documents.values.flatMap(\.places.blindSpots) where !spots.contains(spot) { spots.append(spot) }
        blindSpots = spots
    }
}
