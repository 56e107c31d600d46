internal import CSQLite
@_spi(Hosting) package import FeatureKit
internal import HostSystem

extension StoreFile {
    /// Copies one moment, also while others write, to a file that must not be there; says how many bytes it has.
    ///
    /// The copy has a history of its own: places in the changes of this store are none in it, since both go on apart.
    package func backup(to copy: String) throws(StoreError) -> Int {
        guard !FileNames.exists(copy), !FileNames.exists(copy + "-wal") else { throw .taken(feature, copy) }
        let new = copy + ".new"
        FileNames.removeDatabase(new)
        do throws(StoreError) {
            do throws(SystemError) { try FileNames.make(new) } catch { throw StoreError.failed(error, feature) }
            let source = try openForReading()
            try inWords { () throws(SQLiteFailure) in
                let target = try Connection(new, .writing)
                try source.copy(to: target)
                try Pragmas.apply(Pragmas.always, to: target)
                let history = try target.prepare("UPDATE store SET history = ? WHERE one = 1")
                try history.bind(Self.newHistory(), at: 1)
                try history.run()
                try target.checkpoint(.truncate)
            }
            do throws(SystemError) {
                try FileNames.sync(new)
                try FileNames.place(new, at: copy)
            } catch { throw StoreError.failed(error, feature) }
        } catch {
            FileNames.removeDatabase(new)
            throw error
        }
        return FileNames.size(copy) ?? 0
    }
}

extension Connection {
    /// Copies every page as of one moment.
    fileprivate func copy(to target: Connection) throws(SQLiteFailure) {
        try unsafe target.withHandle { (target) throws(SQLiteFailure) in
            try unsafe withHandle { (source) throws(SQLiteFailure) in
                guard let backup = unsafe sqlite3_backup_init(target, "main", source, "main") else {
                    throw unsafe SQLiteFailure(of: target, code: sqlite3_extended_errcode(target))
                }
                // In one step nobody's commit comes in between.
                let code = unsafe sqlite3_backup_step(backup, -1)
                let end = unsafe sqlite3_backup_finish(backup)
                guard code == SQLITE_DONE, end == SQLITE_OK else {
                    throw unsafe SQLiteFailure(of: target, code: code == SQLITE_DONE ? end : code)
                }
            }
        }
    }
}
