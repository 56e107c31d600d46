internal import COpenSSL
internal import FeatureKit

/// Tokens that were found good, so that one that comes again costs a look at a table; one for each loop.
///
/// They are found by the bytes of their signatures, mixed with a number that nobody knows, and compared whole. The one
/// goes that was not asked for the longest, as a clock's hand finds it.
@safe
struct TokenMemory: Sendable {
    /// How many there are at most.
    static let most = 4_096
    /// How many places the table has: twice as many, a power of two, so that looking ends soon.
    private static let places = 8_192
    /// So many of the last bytes find a token.
    private static let tail = 16

    private struct Entry {
        let token: [UInt8]
        let mark: UInt64
        let kept: KeptToken
        /// Whether it was asked for since the hand came by.
        var wasUsed: Bool
    }

    private var entries: [Entry] = []
    /// Which entry is at a place; -1 where none is.
    private var table = [Int16](repeating: -1, count: Self.places)
    private var hand = 0
    private let secret = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// How many there are.
    var count: Int { entries.count }

    /// What is known of a token; nil where it has not come before.
    mutating func find(_ token: UnsafeBufferPointer<UInt8>) -> KeptToken? {
        guard let mark = unsafe mark(of: token), let place = unsafe place(of: token, mark) else { return nil }
        let index = Int(table[place])
        entries[index].wasUsed = true
        return entries[index].kept
    }

    /// Remembers a token.
    mutating func add(_ token: UnsafeBufferPointer<UInt8>, _ kept: KeptToken) {
        guard let mark = unsafe mark(of: token) else { return }
        unsafe remove(token)
        let entry = Entry(token: unsafe Array(token), mark: mark, kept: kept, wasUsed: false)
        let index: Int
        if entries.count < Self.most {
            index = entries.count
            entries.append(entry)
        } else {
            while entries[hand].wasUsed {
                entries[hand].wasUsed = false
                hand = (hand &+ 1) % Self.most
            }
            index = hand
            hand = (hand &+ 1) % Self.most
            if let place = place(of: index) { clear(place) }
            entries[index] = entry
        }
        var place = Self.home(mark)
        while table[place] >= 0 { place = (place &+ 1) & (Self.places &- 1) }
        table[place] = Int16(index)
    }

    /// Forgets a token.
    mutating func remove(_ token: UnsafeBufferPointer<UInt8>) {
        guard let mark = unsafe mark(of: token), let found = unsafe place(of: token, mark) else { return }
        let index = Int(table[found])
        clear(found)
        // The last one takes its room.
        let last = entries.count &- 1
        if index != last, let moved = place(of: last) {
            table[moved] = Int16(index)
            entries[index] = entries[last]
        }
        entries.removeLast()
        if hand >= entries.count { hand = 0 }
    }

    // MARK: - The table

    private static func home(_ mark: UInt64) -> Int { Int(truncatingIfNeeded: mark) & (places &- 1) }

    /// What the end of a token comes to; nil for one that is too short to be one.
    private func mark(of token: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard token.count > Self.tail, let start = token.baseAddress else { return nil }
        let raw = unsafe UnsafeRawPointer(start) + (token.count &- Self.tail)
        let (first, second) = unsafe (
            raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        )
        let product = (first ^ secret.0).multipliedFullWidth(by: second ^ secret.1)
        return product.high ^ product.low
    }

    private func place(of token: UnsafeBufferPointer<UInt8>, _ mark: UInt64) -> Int? {
        guard let start = token.baseAddress else { return nil }
        var place = Self.home(mark)
        while case let index = Int(table[place]), index >= 0 {
            if entries[index].mark == mark, entries[index].token.count == token.count {
                let isSame = unsafe entries[index].token.withUnsafeBufferPointer { other in
                    guard let other = other.baseAddress else { return false }
                    return unsafe access_same(start, other, token.count) == 1
                }
                if isSame { return place }
            }
            place = (place &+ 1) & (Self.places &- 1)
        }
        return nil
    }

    /// Where an entry stands in the table.
    private func place(of index: Int) -> Int? {
        var place = Self.home(entries[index].mark)
        while table[place] >= 0 {
            if Int(table[place]) == index { return place }
            place = (place &+ 1) & (Self.places &- 1)
        }
        return nil
    }

    /// Empties a place; those behind it that would not be found any more move up.
    private mutating func clear(_ place: Int) {
        var gap = place
        table[gap] = -1
        var next = (gap &+ 1) & (Self.places &- 1)
        while case let index = Int(table[next]), index >= 0 {
            let home = Self.home(entries[index].mark)
            let fromHome = (next &- home) & (Self.places &- 1)
            let fromGap = (next &- gap) & (Self.places &- 1)
            if fromHome >= fromGap {
                table[gap] = table[next]
                table[next] = -1
                gap = next
            }
            next = (next &+ 1) & (Self.places &- 1)
        }
    }
}
