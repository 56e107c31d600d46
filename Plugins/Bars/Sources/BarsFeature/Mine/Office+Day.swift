internal import FeatureKit

extension Office {
    /// How many bookings of one day are shown; of the others it is said how many there are.
    static let mostOfDay = 1_000

    /// A day of a bar as its owner looks at it.
    func day(_ request: AskDay, _ call: Call) async throws -> DayShown {
        let now = clock.now
        return try await store.read { [self] snapshot in
            guard let bar = try snapshot.get(bars, request.bar) else { throw RouteError.noBar }
            guard runs(bar.document, call) else { throw RouteError.notYours }
            let day = try day(request.date, of: bar.document, at: now)
            let those: [StoreCondition] = [
                .equals("bar", bar.id), .equals("date", day.description), .among("state", Booking.State.shownOfDay),
            ]
            let found = try snapshot.query(bookings, where: those, order: .by("starts"), limit: Self.mostOfDay)
            let count = found.next == nil ? found.items.count : try snapshot.count(bookings, where: those)
            let byShift = Dictionary(grouping: found.items) { $0.document.shift }
            // What was booked in shifts that there are no more is shown as well.
            let gone = Set(byShift.keys).subtracting(hours.shifts.map(\.id)).sorted()
            return DayShown(
                bar: bar.id, date: day.description,
                shifts: try (hours.shifts.map(\.id) + gone).map { shift in
                    let sitting = try snapshot.get(
                        sittings, Sitting.id(bar.id, day.description, shift))?.document
                    return part(shift, day, bar.document, sitting, byShift[shift] ?? [], call, at: now)
                },
                left: Int64(count - found.items.count))
        }
    }

    private func day(_ text: String?, of bar: Bar, at now: Timestamp) throws(RouteError) -> Day {
        guard let text else { return hours.today(bar, now) }
        guard let day = Day(text) else { throw .noDay(text) }
        return day
    }

    private func part(
        _ id: String, _ day: Day, _ bar: Bar, _ sitting: Sitting?, _ found: [Stored<Booking>], _ call: Call,
        at now: Timestamp
    ) -> DayShown.Part {
        let shift = hours.shift(id)
        let waiting = found.filter { $0.document.state(at: now) == .waiting }
            .sorted { ($0.document.place ?? 0, $0.id) < ($1.document.place ?? 0, $1.id) }
        let coming = found.filter { ![.waiting, .over].contains($0.document.state(at: now)) }
            .sorted { ($0.document.made, $0.id) < ($1.document.made, $1.id) }
        return DayShown.Part(
            shift: id, starts: shift.map { hours.span($0, day, bar).lowerBound } ?? found.first?.document.starts ?? now,
            isOpen: shift.map { hours.isOpen(bar, $0, day) } ?? false, capacity: bar.capacity,
            taken: sitting?.taken ?? 0,
            bookings: coming.map { shown($0, sitting: sitting, of: bar, to: call, at: now) },
            waiting: waiting.enumerated().map { index, booking in
                shown(booking, sitting: nil, ahead: Int64(index), of: bar, to: call, at: now)
            })
    }
}

extension Booking.State {
    /// Who comes, waits, came, and who did not; nobody looks for who cancelled.
    fileprivate static let shownOfDay: [Booking.State] = [.held, .confirmed, .waiting, .arrived, .noShow]
}
