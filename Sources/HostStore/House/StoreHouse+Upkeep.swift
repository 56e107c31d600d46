@_spi(Hosting) package import FeatureKit
package import HostSystem

/// What operators ask about stores, whether their features run or not.
extension StoreHouse {
    /// How every store stands that has a file, in the order of the features' ids.
    package func standings() async throws(StoreProblem) -> [StoreStanding] {
        var standings: [StoreStanding] = []
        for id in try await features() { standings.append(await standing(of: id)) }
        return standings
    }

    private func standing(of id: String) async -> StoreStanding {
        let room = rooms.withLock { $0[id] }
        let quota = room?.quota
        if let engine = room?.engine {
            let isDamaged = room?.trouble?.code == .damaged
            return StoreStanding(
                feature: id, state: isDamaged ? .damaged : .open, contents: engine.standing.contents,
                quota: quota ?? StoreQuota(), reason: room?.trouble?.detail)
        }
        do throws(StoreError) {
            let contents = try await files.contents(of: path(of: id), feature: id)
            // What could not be opened may be read all the same, and is no better for it.
            let state = room?.trouble.map(StoreStanding.State.init) ?? .closed
            return StoreStanding(
                feature: id, state: state, contents: contents, quota: quota, reason: room?.trouble?.detail)
        } catch {
            return StoreStanding(
                feature: id, state: StoreStanding.State(error), contents: nil, quota: quota, reason: error.detail)
        }
    }

    /// Reads everything in these stores, in all unless told.
    package func check(_ wanted: [String]) async throws(StoreProblem) -> [StoreReport] {
        var reports: [StoreReport] = []
        for id in try await known(wanted) {
            do throws(StoreError) {
                let check = try await files.check(path(of: id), of: id)
                if check.findings.isEmpty { noteCheck(of: id) }
                reports.append(
                    StoreReport(
                        feature: id, problems: check.findings,
                        facts: [
                            "documents": .integer(Int64(check.documents)), "blobs": .integer(Int64(check.blobs)),
                        ]))
            } catch { reports.append(StoreReport(feature: id, problems: [error.detail], facts: [:])) }
        }
        return reports
    }

    /// Copies one moment of each of these stores into a folder, which is made where it is missing.
    ///
    /// - Throws: A problem where a copy would take the place of a file; nothing is copied then.
    package func backup(_ wanted: [String], to folder: String) async throws(StoreProblem) -> [StoreReport] {
        guard folder.hasPrefix("/") else { throw .relativeFolder(folder) }
        let ids = try await known(wanted)
        let copies = ids.map { (id: $0, path: Path.join(folder, $0 + files.suffix)) }
        let taken: String?
        do throws(SystemError) {
            taken = try await OwnedThread.run("backup") {
                Result { () throws(SystemError) in
                    try StoreFolder.make(folder)
                    return copies.first { StoreFolder.holds($0.path) }?.path
                }
            }.get()
        } catch { throw .folder(folder, error) }
        if let taken { throw .taken(taken) }
        var reports: [StoreReport] = []
        for (id, copy) in copies {
            do throws(StoreError) {
                let bytes = try await files.backup(path(of: id), of: id, to: copy)
                reports.append(
                    StoreReport(
                        feature: id, problems: [], facts: ["file": .text(copy), "bytes": .integer(Int64(bytes))]))
            } catch { reports.append(StoreReport(feature: id, problems: [error.detail], facts: [:])) }
        }
        return reports
    }

    /// Gives back what deleted documents took.
    package func compact(_ wanted: [String]) async throws(StoreProblem) -> [StoreReport] {
        var reports: [StoreReport] = []
        for id in try await known(wanted) {
            do throws(StoreError) {
                let (before, after) = try await files.compact(path(of: id), of: id)
                reports.append(
                    StoreReport(
                        feature: id, problems: [],
                        facts: ["before": .integer(Int64(before)), "after": .integer(Int64(after))]))
            } catch { reports.append(StoreReport(feature: id, problems: [error.detail], facts: [:])) }
        }
        return reports
    }

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
