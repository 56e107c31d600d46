@_spi(Hosting) import FeatureKit
import HostStore
import TestSupport

/// Somebody's balance.
struct Account: Shaped, Codable, Equatable {
    var name: String
    var balance: Int
    var place: GeoPoint?

    static let shape = Shape.object([
        Field("name", .text(length: 1...80), "Whose it is."), Field("balance", .integer(), "What they have."),
        Field("place", .of(GeoPoint.self), "Where they are.", optional: true),
    ])
}

/// What came onto an account.
struct Entry: Shaped, Codable, Equatable {
    var account: String
    var number: Int
    var receipt: String?
    var note: String

    static let shape = Shape.object([
        Field("account", .text(), "Whose."), Field("number", .integer(), "Its number there."),
        Field("receipt", .text(), "The blob that proves it.", optional: true), Field("note", .text(), "Something."),
    ])
}

extension Documents<Account> {
    static let accounts = Documents(
        "accounts", indexes: [.unique(.folded("name")), .on("balance"), .contains("name"), .near("place")])
    /// The same as a later version of the feature has it.
    static let laterAccounts = Documents("accounts", indexes: [.on("balance", "name"), .contains("name")])
}

extension Documents<Entry> {
    static let entries = Documents("entries", indexes: [.unique("account", "number"), .contains("note")])
}

/// Bookings in which everything hangs together, so that anything that is lost or there by halves shows.
///
/// A booking counts up the balance of one person and that of all, adds an entry, at times with a receipt, and at times
/// deletes an older entry.
struct Ledger: Sendable {
    static let all = "all"

    let accounts: CheckedCollection
    let entries: CheckedCollection

    init(_ accounts: Documents<Account> = .accounts) throws {
        self.accounts = try CheckedCollection(accounts.layout, of: "ledger")
        entries = try CheckedCollection(Documents<Entry>.entries.layout, of: "ledger")
    }

    var collections: [CheckedCollection] { [accounts, entries] }

    /// Opens the ledger's store.
    func open(
        _ path: String, onDamage: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async throws(StoreError) -> SQLiteEngine {
        try await SQLiteEngine.open(
            path, feature: "ledger", collections: collections, quota: StoreQuota(),
            keptChanges: Self.keptChanges, onDamage: onDamage)
    }

    /// Few, so that old changes are thrown away all the time.
    static let keptChanges = 60

    // MARK: - Writing

    static func person(_ number: Int) -> String { "person-\(number)" }

    /// The entry of a person's booking, whatever else happens.
    static func entry(_ person: Int, _ number: Int) -> Entry {
        Entry(
            account: Self.person(person), number: number,
            receipt: number % 3 == 0 ? "receipts/\(person)-\(number)" : nil,
            note: "Booking \(number) of \(person) \(String(repeating: "ñandú ", count: number % 40))")
    }

    static func receipt(_ person: Int, _ number: Int) -> Media {
        // One of several parts is enough: its hash takes its time.
        let size = person == 0 && number == 3 ? 270_000 : 700
        var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
        bytes[0] = UInt8(truncatingIfNeeded: person)
        bytes[size - 1] = 0xFF
        return Media(type: "text/plain", bytes: bytes)
    }

    /// Which entry the booking of a number deletes.
    static func deleted(by number: Int) -> Int? { number > 5 && number % 5 == 0 ? number - 4 : nil }

    /// A booking; it returns once it is on the disk.
    func book(_ person: Int, _ number: Int, in engine: SQLiteEngine) async throws {
        try await engine.write { session in
            for (id, by) in [(Self.person(person), 1), (Self.all, 1)] {
                var account =
                    try session.document(id, in: accounts, as: Account.self)?.document
                    ?? Account(name: "Name of \(id)", balance: 0, place: GeoPoint(lat: 41, lon: Double(person)))
                account.balance += by
                _ = try session.put(account, id: id, in: accounts, expecting: .anything)
            }
            let entry = Self.entry(person, number)
            _ = try session.put(entry, id: "\(person)-\(number)", in: entries, expecting: .absent)
            if let receipt = entry.receipt { _ = try session.put(Self.receipt(person, number), asBlob: receipt) }
            if let deleted = Self.deleted(by: number) {
                _ = try session.delete("\(person)-\(deleted)", in: entries, expecting: .anything)
                _ = try session.deleteBlob("receipts/\(person)-\(deleted)")
            }
        }
    }

    // MARK: - Holding it against what was acknowledged

    /// How many bookings of a person count.
    func balance(_ id: String, in engine: SQLiteEngine) async throws -> Int {
        try await engine.read { try $0.document(id, in: accounts, as: Account.self)?.document.balance ?? 0 }
    }

    /// Everything that a check of a file finds.
    func findings(_ path: String) async throws -> [String] {
        try StoreFile(path, of: "ledger").check(collections).findings
    }

    /// What is wrong with a store; nil where nothing is.
    ///
    /// - Parameter acknowledged: By person, how many bookings have to be there; the next one may.
    func fault(_ engine: SQLiteEngine, acknowledged: [Int: Int]) async throws -> String? {
        try await engine.read { session in
            var sum = 0
            for person in 0..<16 {
                let id = Self.person(person)
                let account = try session.document(id, in: accounts, as: Account.self)?.document
                let (balance, certain) = (account?.balance ?? 0, acknowledged[person] ?? 0)
                guard (certain...certain + 1).contains(balance) else {
                    return "\(id) has \(balance) bookings, and \(certain) were acknowledged"
                }
                sum += balance
                for number in 1...balance + 1 {
                    if let fault = try fault(person, number, of: balance, session) { return fault }
                }
            }
            let total = try session.document(Self.all, in: accounts, as: Account.self)?.document.balance ?? 0
            return total == sum ? nil : "all have \(total), which is not \(sum)"
        }
    }

    private func fault(
        _ person: Int, _ number: Int, of balance: Int, _ session: any StoreReading
    ) throws -> String? {
        let id = "\(person)-\(number)"
        let isDeleted = (number...balance + 1).contains { $0 <= balance && Self.deleted(by: $0) == number }
        let expected = number <= balance && !isDeleted ? Self.entry(person, number) : nil
        let found = try session.document(id, in: entries, as: Entry.self)?.document
        guard found == expected else { return "entry \(id) of \(balance): \(found as Any), not \(expected as Any)" }
        let blob = try session.blob("receipts/\(id)")
        guard (blob != nil) == (expected?.receipt != nil) else { return "receipt \(id): \(blob as Any)" }
        guard let blob else { return nil }
        let bytes = try session.bytes(of: blob, range: 0..<blob.size)
        return bytes == Self.receipt(person, number).bytes ? nil : "receipt \(id) has other bytes"
    }
}
