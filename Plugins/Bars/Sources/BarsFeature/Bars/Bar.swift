internal import Calendars
internal import FeatureKit

/// A place where people eat, and its seats.
@Record @Collection("bars", .on(\.owner, \.made), .on(\.type), person: .anonymises(\.owner))
struct Bar: Equatable {
    static let mostSeats = 10_000
    static let typeLength = 1...50

    /// The name of the bar.
    @Public @Text(1...100) var name: String
    /// What the bar says about itself.
    @Public @Text(0...2_000) var description = ""
    /// How many people it takes in one shift; where it has tables, their seats.
    @Public @In(1...10_000) var capacity: Int
    /// One of the types of the settings.
    @Public @Text(Bar.typeLength) var type: String
    /// Where it is.
    @Public var location: GeoPoint
    /// Where it is, in words.
    @Public @Text(1...200) var address: String?
    /// The key of the user whom it belongs to; absent once that account is deleted.
    @Public @Text(1...900) var owner: String?
    /// Its time zone, such as Europe/Madrid; that of the settings by default.
    @Public @Text(1...64) var zone: String?
    /// When it is open.
    @Public var opening: Opening = Opening()
    /// Its tables; without any, only seats are counted.
    @Public @Count(0...200) var tables: [Table] = []
    /// The facts of its image, which lies at `…/image`.
    @Public var image: Picture?
    /// When it was added.
    var made: Timestamp
    /// Whether the bar belongs to the caller.
    @Public var isYours: Bool { false }
}

/// A table of a bar.
@Record struct Table: Equatable, Hashable {
    static let idLength = 1...20

    /// The name of the table.
    @Text(Table.idLength) var id: String
    /// How many people sit at it.
    @In(1...100) var seats: Int
    /// The smallest party that gets this table while others are free.
    @In(1...100) var least = 1
    /// The tables that it can be pushed together with.
    @Text(Table.idLength) @Count(0...8) var joins: [String] = []
}

/// When a bar is open.
@Record struct Opening: Equatable {
    /// The days of the week; every day where there are none.
    @Count(0...7) var days: [Weekday] = []
    /// The ids of the shifts; all where there are none.
    @Text(Shift.idLength) @Count(0...12) var shifts: [String] = []
    /// Days on which it is closed all the same.
    @Count(0...100) var closures: [Closure] = []

    /// The days as a pattern; closures that can't be read are none.
    var pattern: WeekPattern { WeekPattern(days, without: closures.compactMap(\.span)) }

    func isOpen(for shift: String) -> Bool { shifts.isEmpty || shifts.contains(shift) }
}

/// Some days on which a bar is closed.
@Record struct Closure: Equatable {
    /// The first day, such as 2026-12-24.
    @Text(10...10) var from: String
    /// The last day.
    @Text(10...10) var to: String
    /// The reason, for guests.
    @Text(1...200) var why: String?

    var span: ClosedRange<Day>? {
        guard let from = Day(from), let to = Day(to), from <= to else { return nil }
        return from...to
    }
}

/// The facts of a bar's image; its bytes are a blob.
@Record struct Picture: Equatable {
    static let mostBytes = 5 * 1_024 * 1_024

    /// The media type.
    @Text(1...50) var type: String
    /// How many pixels it is wide.
    @In(1...20_000) var width: Int
    /// How many pixels it is high.
    @In(1...20_000) var height: Int
    /// How many bytes it has.
    @In(0...5_242_880) var bytes: Int
    /// A text that differs for other bytes, by which an app knows whether it has them already.
    @Text(1...64) var tag: String

    /// The blob of a bar's image.
    static func blob(of bar: ID<Bar>) -> String { "pictures/\(bar)" }
}
