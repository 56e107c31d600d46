@_spi(Hosting) @testable import FeatureKit

/// An enum of texts.
enum Colour: String, CaseIterable, Shaped { case red, green, noColour }

/// A record inside another one.
@Record struct Wheel: Equatable {
    /// How wide it is.
    @In(0.25...2) var width: Double
    /// What is written on it.
    @Text(1...3) var mark: String?
}

/// A record with a field of every kind.
@Record struct Everything: Equatable {
    /// A text with bounds.
    @Text(1...5) var text: String
    /// A text without.
    var plain: String
    /// A text that may be absent.
    @Text(2...4) var maybe: String?
    /// A whole number with bounds.
    @In(-3...500) var people: Int
    /// One of 64 bits.
    var large: Int64?
    /// A number with bounds.
    @In(0...1) var share: Double = 0.5
    /// A number without.
    var number: Double
    /// True or false.
    var hold = false
    /// A duration with bounds.
    @In(.milliseconds(10) ... .seconds(60)) var within: Duration = .seconds(5)
    /// A duration without.
    var lasts: Duration?
    /// A time.
    @Name("made_at") var made: Timestamp
    /// An enum.
    var `case`: Colour = .red
    /// A list with bounds for itself and its texts.
    @Text(1...3) @Count(1...3) var words: [String]
    /// A mapping with bounds.
    @In(1...9) @Count(0...2) var counts: [String: Int] = [:]
    /// A record.
    var wheel: Wheel
    /// A list of records.
    var wheels: [Wheel] = []
    /// Whatever it is.
    var any: Value?
}

/// A record that has nothing.
@Record struct Vacant: Equatable {}

/// A record with another one's type in it.
@Record struct Paged<Item: Shaped & Equatable>: Equatable {
    /// What it has.
    @Count(0...2) var items: [Item]
}

/// A record with an `init` of its own, which reading doesn't use.
@Record struct Doubled: Equatable {
    /// A number.
    var number: Int

    init(number: Int) { self.number = number * 2 }
}

/// A record in a collection, with projections.
@Record @Collection("bookings", .on(\.user, \.starts), .unique(\.note.folded), .contains(\.note))
struct Kept: Equatable {
    /// Which bar.
    @Public @InEvent @Text(1...64) var bar: String
    /// Who.
    @InEvent var user: String
    /// When it starts.
    @Public @Name("starts_at") var starts: Timestamp
    /// How often it was changed.
    @Public var changes: Int64 = 0
    /// What the bar should know.
    var note: String?
    /// Whether it was changed.
    @Public var isChanged: Bool { changes > 0 }
}

/// A record that callers add and change.
@Record @Collection("places") struct Place: Equatable {
    /// What it is called.
    @Editable @Text(1...20) var name: String
    /// How many come.
    @Editable @In(0...500) var people = 2
    /// Where it is.
    @Editable @Text(1...20) var address: String?
    /// When it is open.
    @Editable(.byField) var hours: Hours = Hours()
    /// Whose it is.
    let owner: String
}

@Record struct Hours: Equatable {
    /// When it opens.
    @Editable var from = 8
    /// When it closes.
    @Editable var to = 20
}

/// A record with lists in a list, whose number of elements nobody checks.
@Record struct Nested: Equatable {
    /// Lists.
    var lists: [[Int]]
}
