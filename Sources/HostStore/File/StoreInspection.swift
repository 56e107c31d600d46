@_spi(Hosting) internal import FeatureKit
internal import JSON

/// Reads all of a store as of one moment, and notes everything that is wrong with it.
struct StoreInspection {
    /// How many findings are told one by one.
    static let mostFindings = 100

    private let connection: Connection
    private let file: StoreFile
    private(set) var findings: [String] = []
    private(set) var documents = 0
    private(set) var blobs = 0
    private var bytes = 0
    private var more = 0
    private var newest: Int64 = .max

    init(_ connection: Connection, _ file: StoreFile) {
        self.connection = connection
        self.file = file
    }

    /// Everything that is wrong, and how much there is of it.
    mutating func run(_ collections: [CheckedCollection]) -> StoreCheck {
        part("its pages") { (own) throws(SQLiteFailure) in try own.checkPages() }
        var tally: StoreTally?
        part("its counters") { (own) throws(SQLiteFailure) in
            tally = try StoreTally.read(from: own.connection)?.tally
            if tally == nil { own.note(Damage.counters) }
        }
        newest = tally?.version ?? .max
        var known: [(number: Int64, name: String)] = []
        part("its collections") { (own) throws(SQLiteFailure) in
            let rows = try own.connection.prepare("SELECT number, name FROM collections ORDER BY number")
            while try rows.step() { known.append((rows.integer(0), rows.text(1))) }
        }
        for (number, name) in known {
            let collection = collections.first { $0.name == name }
            part(name) { (own) throws(SQLiteFailure) in try own.checkDocuments(name, number, collection) }
            part("\(name)'s points") { (own) throws(SQLiteFailure) in try own.checkPoints(number) }
        }
        part("its blobs") { (own) throws(SQLiteFailure) in try own.checkBlobs() }
        part("its changes") { (own) throws(SQLiteFailure) in try own.checkChanges(tally) }
        if let tally { compare(tally) }
        if more > 0 { findings.append("and \(more) more") }
        return StoreCheck(documents: documents, blobs: blobs, findings: findings)
    }

    private mutating func note(_ finding: String) {
        if findings.count < Self.mostFindings { findings.append(finding) } else { more += 1 }
    }

    /// Looks at one part; where it can't be read the others still can.
    private mutating func part(_ name: String, _ look: (inout StoreInspection) throws(SQLiteFailure) -> Void) {
        do { try look(&self) } catch { note("\(name) can't be read: \(error.message)") }
    }

    private mutating func compare(_ tally: StoreTally) {
        func differ(_ what: String, _ counted: Int, _ found: Int) {
            if counted != found { note("it counts \(counted) \(what), and has \(found)") }
        }
        differ("documents", tally.documents, documents)
        differ("blobs", tally.blobs, blobs)
        differ("bytes", tally.bytes, bytes)
    }

    // MARK: Parts

    private mutating func checkPages() throws(SQLiteFailure) {
        let rows = try connection.prepare("PRAGMA integrity_check(\(Self.mostFindings))")
        while try rows.step() {
            let words = rows.text(0)
            if words != "ok" { note(words) }
        }
    }

    private mutating func checkDocuments(
        _ name: String, _ number: Int64, _ collection: CheckedCollection?
    ) throws(SQLiteFailure) {
        var reader = JSONReader()
        let tables = collection.map { CollectionTables($0, number: Int(number)) }
        let rows = try connection.prepare("SELECT id, version, seal, document, row FROM d\(number) ORDER BY row")
        while try rows.step() {
            let id = rows.text(0)
            let version = rows.integer(1)
            documents += 1
            bytes += rows.byteCount(3)
            let value = rows.withBytes(3) { bytes -> Value? in
                guard RowSeal.document(id, in: number, version: version, bytes) == rows.integer(2) else { return nil }
                return try? reader.read(bytes).value
            }
            guard let value, version <= newest else {
                note(Damage.document(id, in: name))
                continue
            }
            guard let collection, let tables, let held = try tables.held(row: rows.integer(4), on: connection),
                let entry = try? collection.entry(ofStored: value, id: id)
            else { continue }
            if held != tables.held(by: entry) { note("\(name) \"\(id)\" is not what its indexes hold of it") }
        }
    }

    private mutating func checkPoints(_ number: Int64) throws(SQLiteFailure) {
        let names = try connection.prepare(
            """
            SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING rtree%' \
            AND substr(name, 1, \("d\(number) ".utf8.count)) = 'd\(number) '
            """)
        let check = try connection.prepare("SELECT rtreecheck('main', ?)")
        while try names.step() {
            try check.bind(names.text(0), at: 1)
            if try check.step(), check.text(0) != "ok" { note(check.text(0)) }
            check.reset()
            try checkPoints(of: names.text(0), number)
        }
    }

    /// Holds a tree of points against the columns beside the documents.
    private mutating func checkPoints(of tree: String, _ number: Int64) throws(SQLiteFailure) {
        let lat = tree.dropFirst("d\(number) ".count)
        let lon = "lon:" + lat.dropFirst("lat:".count)
        let others = try connection.prepare(
            """
            SELECT id FROM d\(number) AS d LEFT JOIN "\(tree)" AS p ON p.row = d.row WHERE \
            (p.row IS NULL) <> (d."\(lat)" IS NULL OR d."\(lon)" IS NULL) \
            OR d."\(lat)" NOT BETWEEN p.south AND p.north OR d."\(lon)" NOT BETWEEN p.west AND p.east
            """)
        while try others.step() { note("\"\(others.text(0))\" does not lie where its index says") }
    }

    private mutating func checkBlobs() throws(SQLiteFailure) {
        let rows = try connection.prepare("SELECT row, type, size, hash, version, seal, id FROM blobs ORDER BY row")
        let parts = try connection.prepare(
            "SELECT part, seal, bytes FROM parts WHERE part BETWEEN ? AND ? ORDER BY part")
        while try rows.step() {
            let row = BlobTable.Row(rows, id: rows.text(6), from: 0)
            blobs += 1
            bytes += row.blob.size
            var isWhole = row.isWhole && row.blob.version <= newest
            var whole: [UInt8] = []
            try parts.bind(BlobTable.key(row.number, 0), at: 1)
            try parts.bind(BlobTable.key(row.number &+ 1, 0) &- 1, at: 2)
            defer { parts.reset() }
            while isWhole, try parts.step() {
                let number = parts.integer(0) &- BlobTable.key(row.number, 0)
                isWhole = parts.withBytes(2) { part in
                    unsafe part.withUnsafeBufferPointer { unsafe whole.append(contentsOf: $0) }
                    return parts.integer(1) == RowSeal.part(number, of: row.number, version: row.blob.version, part)
                }
            }
            if !isWhole || whole.count != row.blob.size || SHA256.hexDigest(of: whole) != row.blob.hash {
                note(Damage.blob(row.blob.id))
            }
        }
        let orphans = try connection.integer(
            "SELECT count(*) FROM parts WHERE part >> \(StoreFormat.partBits) NOT IN (SELECT row FROM blobs)")
        if orphans > 0 { note("\(orphans) parts of blobs belong to none") }
    }

    private mutating func checkChanges(_ tally: StoreTally?) throws(SQLiteFailure) {
        let rows = try connection.prepare(
            "SELECT version, collection, id, seal, document FROM changes ORDER BY version")
        var (count, bytes) = (0, 0)
        while try rows.step() {
            let version = rows.integer(0)
            count += 1
            bytes += rows.byteCount(4)
            let isWhole = rows.withBytes(4) { document in
                RowSeal.document(rows.text(2), in: rows.integer(1), version: version, document) == rows.integer(3)
            }
            if !isWhole || version > newest { note(Damage.change(version)) }
        }
        guard let tally else { return }
        if tally.changes != count { note("it counts \(tally.changes) changes, and has \(count)") }
        if tally.changeBytes != bytes { note("it counts \(tally.changeBytes) bytes of changes, and has \(bytes)") }
    }
}
