internal import FeatureKit

extension Office {
    /// A booking as somebody may see it.
    ///
    /// - Parameters:
    ///   - sitting: Its sitting, for where they sit.
    ///   - ahead: How many wait before it, where it waits.
    ///   - bar: Its bar, if there still is one: who runs it is told whose booking it is.
    func shown(
        _ booking: Stored<Booking>, sitting: Sitting?, ahead: Int64? = nil, of bar: Bar?, to call: Call,
        at now: Timestamp
    ) -> BookingShown {
        let document = booking.document
        let state = document.state(at: now)
        return BookingShown(
            id: booking.id, bar: document.bar, barName: document.barName, state: state, people: document.people,
            date: document.date, shift: document.shift, starts: document.starts, ends: document.ends,
            until: state == .held ? document.until : nil, ahead: state == .waiting ? ahead : nil,
            tables: sitting?.tables(of: booking.id) ?? [], note: document.note, why: document.why,
            cancelUntil: cancelUntil(document), made: document.made,
            user: bar.map { runs($0, call) } == true ? document.user : nil)
    }
}
