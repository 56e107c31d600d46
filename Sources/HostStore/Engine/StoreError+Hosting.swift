internal import CSQLite
@_spi(Hosting) package import FeatureKit
internal import Glibc
package import HostSystem

// Every sentence about what SQLite, the disk or the host's limits do to a store.
extension StoreError {
    /// What a failure of SQLite means to a feature.
    package static func failed(_ failure: SQLiteFailure, _ feature: String) -> StoreError {
        switch failure.primary {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(feature, failure.message)
        case SQLITE_IOERR where failure.code == SQLiteFailure.shortRead: .damaged(feature, "its file is cut off")
        // SQLite calls it a corrupt file system; all that is known is that the disk does not answer.
        case SQLITE_IOERR where failure.code == SQLiteFailure.corruptFileSystem:
            .unavailable(feature, "the disk can't read its file")
        case SQLITE_FULL: .unavailable(feature, "the disk is full")
        case SQLITE_READONLY where failure.code == SQLiteFailure.moved:
            .unavailable(feature, "its file was moved or removed; put it back, or stop the feature and start it again")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .unavailable(feature, "its file can only be read")
        case SQLITE_CANTOPEN: .unavailable(feature, "its file can't be opened")
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            .unavailable(feature, "another process holds its file")
        case SQLITE_NOMEM: .unavailable(feature, "there is no memory left")
        case SQLITE_IOERR: .unavailable(feature, "the disk does not do what it is told (\(failure.message))")
        default: .unavailable(feature, "\(failure.message) (SQLite's code \(failure.code))")
        }
    }

    /// What a failure of the system means to a feature.
    package static func failed(_ failure: SystemError, _ feature: String) -> StoreError {
        switch failure.code {
        case ENOSPC, EDQUOT: .unavailable(feature, "the disk is full")
        case EROFS: .unavailable(feature, "its file can only be read")
        case EEXIST: .unavailable(feature, "something else has made its file in between")
        default: .unavailable(feature, "its file can't be opened: \(failure)")
        }
    }

    /// It can't be done now.
    package static func unavailable(_ feature: String, _ why: String) -> StoreError {
        StoreError(.unavailable, "\(feature): \(why); nothing was written")
    }

    /// Two lives of a feature would keep different things in one file.
    static func heldOtherwise(_ feature: String) -> StoreError {
        .unavailable(feature, "another life of it has its store open, with other collections")
    }

    /// The content on the disk is not what was written.
    package static func damaged(_ feature: String, _ what: String) -> StoreError {
        StoreError(.damaged, "\(feature): its store is damaged: \(what)")
    }

    /// Too many transactions wait already for one more to have a chance.
    static func crowded(_ feature: String, waiting: Int) -> StoreError {
        .unavailable(feature, "\(waiting) transactions wait already")
    }

    /// Too many reads wait already for one more to have a chance.
    static func crowdedReads(_ feature: String, waiting: Int) -> StoreError {
        .unavailable(feature, "\(waiting) reads wait already")
    }

    /// The system has no thread left for the writer.
    static func threadless(_ feature: String, _ why: String) -> StoreError {
        .unavailable(feature, "its writer can't be started: \(why)")
    }

    /// Compacting would fill the disk.
    static func roomless(_ feature: String, needed: Int, free: Int) -> StoreError {
        .unavailable(feature, "compacting takes up to \(needed) bytes of the disk, which has \(free) left")
    }

    /// A copy would replace a file.
    static func taken(_ feature: String, _ copy: String) -> StoreError {
        .unavailable(feature, "\(copy) is there already")
    }

    /// A newer host has written the file.
    static func newerFormat(_ feature: String, _ found: Int, _ known: Int) -> StoreError {
        .unavailable(feature, "its store has format \(found), and this host knows formats up to \(known)")
    }
}

/// What a store finds damaged, as the end of a sentence.
enum Damage {
    static func document(_ id: String, in collection: String) -> String {
        "\(collection) \"\(id)\" is not what was written"
    }

    static func blob(_ id: String) -> String { "blob \"\(id)\" is not what was written" }
    static func change(_ version: Int64) -> String { "change \(version) is not what was written" }
    static let counters = "its counters are gone"
    static let noFile = "what has its name is no file"
    static let empty = "its file is empty"
    static let short = "its file is cut off"
    static let noDatabase = "its file is no SQLite database"
    static let foreign = "its file is a database of another application"
    static let lostFile = "its file is gone, but its log (-wal) is still there"
    static let foreignLog = "its log (-wal) belongs to another file; remove it if a backup was put back"
    static let log = "its log (-wal) is not what was written"
    static let tables = "its tables are not those of a store"
}

extension SQLiteFailure {
    // Swift does not see the macros that these are in C.
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let corruptFileSystem = SQLITE_IOERR | 33 << 8
    static let moved = SQLITE_READONLY | 4 << 8

    /// Whether a unique index has refused a row: the first thing that is written of a document, so that nothing was.
    var isDuplicate: Bool { code == SQLITE_CONSTRAINT | 8 << 8 }
}
