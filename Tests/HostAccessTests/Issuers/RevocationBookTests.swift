import FeatureKit
import Testing

@testable import HostAccess

/// The sessions that are over; pure.
@Suite struct RevocationBookTests {
    private func at(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }

    @Test func `a session is over until its tokens would be, and no other is`() {
        var book = RevocationBook()
        let said1 = book.add("s", until: at(100), at: at(10))
        #expect(!said1)
        #expect(book.holds("s", issued: at(5), at: at(99)))
        #expect(!book.holds("s", issued: at(5), at: at(100)))
        #expect(!book.holds("t", issued: at(5), at: at(10)))
        #expect(!book.holds(nil, issued: nil, at: at(10)))
        // What is told once more does not end earlier.
        _ = book.add("s", until: at(50), at: at(11))
        #expect(book.holds("s", issued: nil, at: at(99)))
        _ = book.add("late", until: at(5), at: at(10))
        #expect(book.count == 1)
    }

    @Test func `beyond the most, tokens as old as what was forgotten are refused`() {
        var book = RevocationBook(most: 32)
        for number in 0..<32 {
            let said2 = book.add("s\(number)", until: at(1_000), at: at(Int64(number)))
            #expect(!said2)
        }
        #expect(book.refusesUpTo == nil)
        let said3 = book.add("one more", until: at(1_000), at: at(50))
        #expect(said3)
        #expect(book.count == 31)
        #expect(book.refusesUpTo == at(1))
        // Forgotten, and refused by its age; as is what does not say its age.
        #expect(book.holds("s0", issued: at(0), at: at(60)))
        #expect(book.holds("other", issued: at(1), at: at(60)))
        #expect(book.holds(nil, issued: nil, at: at(60)))
        #expect(!book.holds("other", issued: at(2), at: at(60)))
        #expect(book.holds("one more", issued: at(2), at: at(60)))
    }

    @Test func `those that are over go before any is forgotten`() {
        var book = RevocationBook(most: 4)
        for number in 0..<4 { _ = book.add("s\(number)", until: at(20), at: at(1)) }
        let said4 = book.add("t", until: at(100), at: at(30))
        #expect(!said4)
        #expect(book.count == 1)
        #expect(book.refusesUpTo == nil)
    }
}
