@_spi(Hosting) internal import FeatureKit
internal import HostSystem

/// Reads records.
extension AuditLog {
    /// Whether there is an audit log in a state folder.
    package static func exists(in state: String) -> Bool { Folder.exists(AuditFolder(state: state).path) }

    /// A page of records, the newest first; if few records match, it holds fewer than were asked for.
    package func page(_ query: AuditQuery) async throws(AuditProblem) -> AuditPage {
        let outcome: Result<AuditPage, AuditProblem>
        do throws(SystemError) {
            outcome = try await OwnedThread.run("audit-page") { [self] in
                Result { () throws(AuditProblem) in try pageNow(query) }
            }
        } catch { throw .unreadable(path: folder.path, because: error) }
        return try outcome.get()
    }

    private func pageNow(_ query: AuditQuery) throws(AuditProblem) -> AuditPage {
        let files = try files()
        var (records, next) = ([Value](), Int?.none)
        var room = AuditLimits.readForPage
        let before = query.before ?? .max
        for (file, count) in files.reversed() where file.first < before && next == nil {
            guard let bytes = try AuditBytes.open(folder.path(of: file)) else { continue }
            try bytes.forEachLineBackwards(from: try bytes.count(known: count)) { line throws(AuditProblem) in
                guard let place = AuditLine.place(line), place.number < before else { return true }
                guard records.count < query.limit, room > 0 else {
                    next = place.number + 1
                    return false
                }
                room -= line.count
                if let record = AuditLine.members(line), query.takes(record) { records.append(record) }
                return true
            }
        }
        return AuditPage(records: records, next: next)
    }

    /// The files, the oldest first, with how many bytes of each may be read; nil means all.
    func files() throws(AuditProblem) -> [(file: AuditFolder.File, count: Int?)] {
        let end = state.withLock { $0.end }
        let names: [String]
        do throws(SystemError) { names = try LocalAuditDisk().names(in: folder.path) } catch {
            throw .unreadable(path: folder.path, because: error)
        }
        return AuditFolder.files(names).filter { file in end.map { file.first <= $0.file.first } ?? true }
            .map { file in (file, end?.file == file ? end?.count : nil) }
    }
}
