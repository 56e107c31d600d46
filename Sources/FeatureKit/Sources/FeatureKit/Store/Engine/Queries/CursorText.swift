/// A cursor as text: the fingerprint of its query and the place where the page ended, in base 64 for addresses.
///
/// The text comes from outside: any text is either read or refused.
struct CursorText: Equatable, CustomStringConvertible {
    let fingerprint: UInt64
    let place: CheckedQuery.Place

    private static let version: UInt8 = 1

    init(fingerprint: UInt64, place: CheckedQuery.Place) {
        self.fingerprint = fingerprint
        self.place = place
    }

    init?(_ text: String) {
        guard text.utf8.count <= StoreLimits.cursorBytes, let bytes = Base64.decodeFromAddress(text) else { return nil }
        var rest = bytes[...]
        guard rest.popFirst() == Self.version, let fingerprint = rest.takeNumber(), let count = rest.popFirst(),
            count <= StoreLimits.indexFields
        else { return nil }
        var keys: [StoreKey] = []
        for _ in 0..<count {
            guard let key = rest.takeKey() else { return nil }
            keys.append(key)
        }
        guard let id = rest.takeText(), rest.isEmpty else { return nil }
        self.init(fingerprint: fingerprint, place: CheckedQuery.Place(keys: keys, id: id))
        // Each place has exactly one text.
        guard description == text else { return nil }
    }

    var description: String {
        var bytes = [Self.version]
        bytes.put(fingerprint)
        bytes.append(UInt8(truncatingIfNeeded: place.keys.count))
        for key in place.keys { bytes.put(key) }
        bytes.put(place.id)
        return Base64.encodeForAddresses(bytes)
    }

    /// A number that distinguishes the queries of a collection; the same in every process.
    static func fingerprint(
        of collection: CheckedCollection, tests: [CheckedQuery.Test], order: [CheckedQuery.Rank]
    ) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.put(collection.name)
        for test in tests { bytes.put(test, of: collection) }
        bytes.append(UInt8(ascii: "/"))
        for rank in order {
            bytes.append(UInt8(ascii: rank.isDescending ? "-" : "+"))
            bytes.put(collection.columns[rank.column])
        }
        // FNV-1a: a forged one leads to another place of the same query, no further.
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension [UInt8] {
    fileprivate mutating func put(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    fileprivate mutating func put(_ text: String) {
        let count = text.utf8.count
        append(UInt8(truncatingIfNeeded: count >> 8))
        append(UInt8(truncatingIfNeeded: count))
        append(contentsOf: text.utf8)
    }

    fileprivate mutating func put(_ key: StoreKey) {
        switch key {
        case .null: append(UInt8(ascii: "0"))
        case .integer(let integer):
            append(UInt8(ascii: "i"))
            put(UInt64(bitPattern: integer))
        case .number(let number):
            append(UInt8(ascii: "n"))
            put(number.bitPattern)
        case .text(let text):
            append(UInt8(ascii: "t"))
            put(text)
        }
    }

    fileprivate mutating func put(_ column: CheckedCollection.Column) {
        put(column.kind.rawValue)
        put(column.field.path)
    }

    fileprivate mutating func put(_ test: CheckedQuery.Test, of collection: CheckedCollection) {
        func put(_ sign: String, _ column: Int, _ keys: [StoreKey]) {
            self.put(sign)
            self.put(collection.columns[column])
            self.put(UInt64(keys.count))
            for key in keys { self.put(key) }
        }
        switch test {
        case .equals(let column, let key): put("=", column, [key])
        case .among(let column, let keys): put("in", column, keys)
        case .absent(let column): put("-", column, [])
        case .from(let column, let key): put(">=", column, [key])
        case .above(let column, let key): put(">", column, [key])
        case .upTo(let column, let key): put("<=", column, [key])
        case .below(let column, let key): put("<", column, [key])
        case .begins(let column, let text): put("^", column, [.text(text)])
        case .contains(let part, let text):
            self.put("*")
            self.put(collection.parts[part])
            self.put(text)
        case .near(let point, let center, let within):
            self.put("near")
            self.put(collection.points[point])
            for number in [center.lat, center.lon, within ?? .infinity] { self.put(number.bitPattern) }
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard self.count >= count else { return nil }
        defer { removeFirst(count) }
        return prefix(count)
    }

    fileprivate mutating func takeNumber() -> UInt64? { take(8)?.reduce(0) { $0 << 8 | UInt64($1) } }

    fileprivate mutating func takeText() -> String? {
        guard let count = take(2)?.reduce(0, { $0 << 8 | Int($1) }), let bytes = take(count) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    fileprivate mutating func takeKey() -> StoreKey? {
        switch popFirst() {
        case UInt8(ascii: "0"): return .null
        case UInt8(ascii: "i"): return takeNumber().map { .integer(Int64(bitPattern: $0)) }
        case UInt8(ascii: "n"):
            guard let number = takeNumber().map(Double.init(bitPattern:)), !number.isNaN else { return nil }
            return .number(number)
        case UInt8(ascii: "t"): return takeText().map { .text($0) }
        default: return nil
        }
    }
}
