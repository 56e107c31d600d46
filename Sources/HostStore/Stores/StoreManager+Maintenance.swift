@_spi(Hosting) internal import FeatureKit
internal import HostSystem

/// What operators ask about stores, whether their features run or not.
extension StoreManager {
    /// How every store stands that has a file, in the order of the features' ids.
    package func standings() async throws(StoreProblem) -> [KeptStore] {
        var standings: [KeptStore] = []
        for id in try await features() { standings.append(await status(of: id)) }
        return standings
    }

    private func status(of id: String) async -> KeptStore {
        let room = rooms.withLock { $0[id] }
        let quota = room?.quota
        if let engine = room?.engine {
            let isDamaged = room?.trouble?.code == .damaged
            return KeptStore(
                feature: id, state: isDamaged ? .damaged : .open, status: engine.status,
                quota: quota ?? StoreQuota(), reason: room?.trouble?.detail)
        }
        do throws(StoreError) {
            let status = try await files.status(of: path(of: id), feature: id)
            // What could not be opened may be read all the same, and is no better for it.
            let state = room?.trouble.map(KeptStore.State.init) ?? .closed
            return KeptStore(
                feature: id, state: state, status: status, quota: quota, reason: room?.trouble?.detail)
        } catch {
            return KeptStore(
                feature: id, state: KeptStore.State(error), status: nil, quota: quota, reason: error.detail)
        }
    }

    /// The stores to work on, all of them by default, after checking that the work can be done.
    ///
    /// - Throws: A problem where a copy would replace a file; nothing is copied then.
    package func plan(_ maintenance: StoreMaintenance, on wanted: [String]) async throws(StoreProblem) -> [String] {
        let ids = try await known(wanted)
        guard case .backup(let folder) = maintenance else { return ids }
        guard folder.hasPrefix("/") else { throw .relativeFolder(folder) }
        let copies = ids.map { copy(of: $0, in: folder) }
        let taken: String?
        do throws(SystemError) {
            taken = try await OwnedThread.run("backup") {
                Result { () throws(SystemError) in
                    try StoreFolder.make(folder)
                    return copies.first(where: StoreFolder.holds)
                }
            }.get()
        } catch { throw .folder(folder, error) }
        if let taken { throw .taken(taken) }
        return ids
    }

    /// Does the work on one store and reports the result.
    package func perform(_ maintenance: StoreMaintenance, on id: String) async -> StoreReport {
        let path = path(of: id)
        let collections = rooms.withLock { $0[id]?.collections } ?? []
        do throws(StoreError) {
            switch maintenance {
            case .check:
                let check = try await files.check(path, of: id, collections)
                if check.findings.isEmpty { noteCheck(of: id) }
                return StoreReport(
                    feature: id, problems: check.findings,
                    facts: ["documents": .integer(Int64(check.documents)), "blobs": .integer(Int64(check.blobs))])
            case .backup(let folder):
                let copy = copy(of: id, in: folder)
                let bytes = try await files.backup(path, of: id, to: copy)
                return StoreReport(
                    feature: id, problems: [], facts: ["file": .text(copy), "bytes": .integer(Int64(bytes))])
            case .compact:
                // An open store's transactions wait for it; from outside they would be turned away.
                let engine = rooms.withLock { $0[id]?.engine }
                let (before, after) =
                    if let engine { try await engine.compact() } else { try await files.compact(path, of: id) }
                return StoreReport(
                    feature: id, problems: [],
                    facts: ["before": .integer(Int64(before)), "after": .integer(Int64(after))])
            }
        } catch { return StoreReport(feature: id, problems: [error.detail], facts: [:]) }
    }

    private func copy(of id: String, in folder: String) -> String { Path.join(folder, id + files.suffix) }

    /// The features that have a file.
    private func features() async throws(StoreProblem) -> [String] {
        let (folder, suffix) = (folder, files.suffix)
        do throws(SystemError) {
            return try await OwnedThread.run("stores") {
                Result { () throws(SystemError) in try StoreFolder.features(in: folder, suffix: suffix) }
            }.get()
        } catch { throw .folder(folder, error) }
    }

    private func known(_ wanted: [String]) async throws(StoreProblem) -> [String] {
        let known = try await features()
        if let odd = wanted.first(where: { !known.contains($0) }) {
            throw .unknown(odd, nearest: Suggestion.closest(to: odd, in: known))
        }
        return wanted.isEmpty ? known : known.filter(wanted.contains)
    }
}
