/// How much of everything the audit takes.
package enum AuditLimits {
    /// A record, with its line's end.
    package static let record = 64 * 1024
    /// The differences told in one; the others are counted.
    package static let differences = 100
    /// A file; the next record begins another one.
    package static let file = 16 * 1024 * 1024
    /// All files together; then the oldest goes.
    package static let all = 4 * 1024 * 1024 * 1024
    /// The records that wait to be written; more are refused.
    package static let waiting = 4_096
    /// The records that wait for room on the disk, of what happened already; of more the oldest are only counted.
    static let owed = 1_000
    /// The records that one write takes.
    static let batch = 64
    /// How much room is taken at a time before it is needed.
    static let reserve = 256 * 1024
    /// The letters of a target, a name and a reason, in code points.
    static let target = 1_024
    static let name = 256
    static let reason = 500
    /// A value before or after, as JSON.
    static let value = 8 * 1024
    /// What the differences of a record take together, and a value of one, as JSON.
    static let differenceBytes = 20 * 1024
    static let differenceValue = 2 * 1024
    /// The files that a folder may hold.
    static let names = 65_536
    /// What is put aside keeps one of so many names.
    static let aside = 9
    /// The records of one page.
    package static let page = 1...1_000
    /// How many are shown unless more are asked for.
    package static let shown = 50
    /// What is read for one page at most: where few records fit, a page holds fewer than were asked for.
    static let readForPage = 32 * 1024 * 1024
    /// What is read at a time.
    static let chunk = 64 * 1024
}
