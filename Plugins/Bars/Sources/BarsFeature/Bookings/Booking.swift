internal import FeatureKit
internal import Seating

/// A party that comes, waits to come, or came.
@Record
@Collection(
    "bookings", .on(\.user, \.starts), .on(\.shiftDay, \.state, \.until, \.place), .on(\.state, \.until),
    .on(\.bar, \.date), .on(\.date), .unique(\.claim), person: .anonymises(\.user, clearing: \.note, \.claim))
struct Booking: Equatable {
    enum State: String, CaseIterable, Shaped {
        case held, confirmed, waiting, arrived, noShow, cancelled
        /// It was held, or waited, until its time was over.
        case over

        /// Whether it takes seats, or waits for some.
        var isAlive: Bool { [.held, .confirmed, .waiting, .arrived].contains(self) }
    }

    @Public @InEvent var bar: ID<Bar>
    /// The name of the bar, also once the bar is gone.
    @Public @Text(1...100) var barName: String
    /// The key of its guest, for the bar's owner; absent once that account is deleted.
    @Public @InEvent @Text(1...900) var user: String?
    /// What became of it so far.
    @Public var state: State
    /// How many people come.
    @Public @InEvent @Editable @In(1...500) var people: Int
    /// The day by the clock of the bar.
    @Public @InEvent @Text(10...10) var date: String
    /// Which shift.
    @Public @InEvent @Editable @Text(Shift.idLength) var shift: String
    /// When the shift starts.
    @Public var starts: Timestamp
    /// When the shift ends.
    @Public var ends: Timestamp
    /// Until when a table is held, unless it is confirmed before.
    @Public var until: Timestamp?
    /// Its number on the wait list.
    var place: Int?
    /// What the bar should know.
    @Public @Editable @Text(1...500) var note: String?
    /// The reason why it was cancelled.
    @Public @InEvent @Text(1...200) var why: String?
    /// When it was made.
    @Public var made: Timestamp
    /// How often it was changed, for calendars.
    var changes = 0
    /// Unique key: one live booking per guest and shift.
    @Text(1...1_000) var claim: String?
    /// The shift of its bar on its day.
    var shiftDay: ID<ShiftDay>
    /// How many parties wait before it.
    @Public var ahead: Int? { nil }
    /// Its tables, in a bar with tables; they may still change.
    @Public var tables: [String] { [] }
    /// Until when its guest can cancel and change it.
    @Public var cancelUntil: Timestamp { starts }

    /// The key of the guest and the shift; the length keeps guests apart whose key has a bar in it.
    static func claim(_ user: String, _ date: String, _ shift: String) -> String {
        "\(user.utf8.count)|\(user)|\(date)|\(shift)"
    }

    /// What it is at a moment, also where nobody has written down yet that its time is over.
    func state(at now: Timestamp) -> State {
        guard state == .held || state == .waiting, let until, until <= now else { return state }
        return .over
    }

    /// Takes its seats, its place on the wait list and its claim away.
    mutating func end(as state: State) {
        (self.state, claim, place) = (state, nil, nil)
        if state == .cancelled { until = nil }
    }
}

/// What happened to a booking, for features that notify.
@Record @Topic("bars.bookings") struct BookingEvent: Announcement, Equatable {
    enum What: String, CaseIterable, Shaped {
        case held, confirmed, waiting, promoted, changed, cancelled, over, arrived, noShow
    }

    /// The event's id, by which a reader knows one that comes twice.
    let id: ID<BookingEvent>
    /// When it happened.
    let at: Timestamp
    /// What happened.
    let what: What
    /// The booking as it is now; its version grows with every event.
    let booking: Booking.Event
}

/// A booking that a caller made, or of a bar that the caller runs.
struct FoundBooking {
    var stored: Stored<Booking>
    let bar: Stored<Bar>?
    let day: ShiftDay?
    let isMine: Bool
    let runsBar: Bool

    var booking: Booking { stored.document }
}

extension BarsService {
    /// Until when a guest may cancel or change a booking.
    func cancelUntil(_ booking: Booking) -> Timestamp { booking.starts.advanced(by: .zero - settings.cancelUntil) }

    /// Finds a booking that the caller made, or of a bar that the caller runs.
    func find(_ id: ID<Booking>, _ call: Call, _ snapshot: StoreSnapshot) throws -> FoundBooking {
        let user = try user(call)
        guard let stored = try snapshot.get(bookings, id) else { throw BarRefusal.noBooking }
        let bar = try snapshot.get(bars, stored.document.bar)
        let found = FoundBooking(
            stored: stored, bar: bar, day: try snapshot.get(shiftDays, stored.document.shiftDay)?.document,
            isMine: stored.document.user == user, runsBar: runs(bar?.document, call))
        guard found.isMine || found.runsBar else { throw BarRefusal.noBooking }
        return found
    }

    /// A booking as somebody sees it at a moment.
    ///
    /// - Parameters:
    ///   - day: Its shift, for its tables.
    ///   - runsBar: Whether it is shown to the bar's owner, who is told whose it is.
    ///   - snapshot: What is asked how many parties wait before it.
    func view(
        _ stored: Stored<Booking>, in day: ShiftDay?, runsBar: Bool, at now: Timestamp, _ snapshot: StoreSnapshot
    ) throws -> Booking.View {
        let booking = stored.document
        var view = stored.view
        view.state = booking.state(at: now)
        if view.state != .held { view.until = nil }
        if view.state == .waiting, let place = booking.place {
            view.ahead = try snapshot.count(
                bookings,
                where: [
                    .equals("shiftDay", booking.shiftDay), .equals("state", Booking.State.waiting),
                    .below("place", place),
                ])
        }
        view.tables = day?.seats.tables(of: stored.id) ?? []
        view.cancelUntil = cancelUntil(booking)
        if !runsBar { view.user = nil }
        return view
    }
}
