internal import Calendars
internal import FeatureKit

/// A part of the day that tables are booked for.
@Record struct Shift: Equatable {
    static let idLength = 1...32
    static let longest = Duration.seconds(12 * 3_600)

    /// The name of the shift in requests and replies.
    @Text(Shift.idLength) var id: String
    /// When it starts by the clock of the bar, such as 14:00.
    @Text(5...5) var starts: String
    /// How long it lasts.
    @In(.seconds(900) ... .seconds(43_200)) var lasts: Duration = .seconds(4_500)

    static let usual = [
        Shift(id: "lunch-1", starts: "14:00"), Shift(id: "lunch-2", starts: "15:15"),
        Shift(id: "dinner-1", starts: "21:00"), Shift(id: "dinner-2", starts: "22:30"),
    ]

    /// When it starts; a schedule has no shift whose time can't be read.
    var time: TimeOfDay { TimeOfDay(starts) ?? .midnight }
}
