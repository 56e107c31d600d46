/// The limits of the audit log.
package enum AuditLimits {
    /// The bytes of a record, with its line break.
    package static let record = 64 * 1024
    /// The differences that a record lists; the others are counted.
    package static let differences = 100
    /// The bytes of a file; the next record begins another one.
    package static let file = 16 * 1024 * 1024
    /// The bytes of all files together; beyond them the oldest file is removed.
    package static let all = 4 * 1024 * 1024 * 1024
    /// The records that wait to be written; more are refused.
    package static let waiting = 4_096
    /// The records of past actions that wait for space on disk; beyond them the oldest are dropped and counted.
    static let owed = 1_000
    /// The records that one write takes.
    static let batch = 64
    /// The bytes that are reserved at a time before they are needed.
    static let reserve = 256 * 1024
    /// The code points of a target, a name and a reason.
    static let target = 1_024
    static let name = 256
    static let reason = 500
    /// The bytes of a value before or after, as JSON.
    static let value = 8 * 1024
    /// The bytes of all differences of a record, and of a value in one of them, as JSON.
    static let differenceBytes = 20 * 1024
    static let differenceValue = 2 * 1024
    /// The files that a folder may hold.
    static let names = 65_536
    /// How many damaged ends of a file are kept.
    static let aside = 9
    /// The records of one page.
    package static let page = 1...1_000
    /// The records of a page by default.
    package static let shown = 50
    /// The bytes that are read for a page; if few records match, it holds fewer than were asked for.
    static let readForPage = 32 * 1024 * 1024
    /// The bytes that are read at a time.
    static let chunk = 64 * 1024
}
