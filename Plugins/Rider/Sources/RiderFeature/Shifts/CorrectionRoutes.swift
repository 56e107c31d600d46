internal import Calendars
internal import FeatureKit

@Routes("rider", as: "correctionRoutes") extension RiderService {
    /// How far from what was planned somebody may have worked.
    private static let mostAway = Duration.hours(12)

    /// Asks for other times than were clocked, once a shift is over.
    /// - Parameter times: The right ones.
    /// - Parameter reason: Why they are right.
    @Post("/scheduler/shifts/{shift}/correction", .user)
    func correct(
        shift: ID<Shift>, times: WorkTimes, @Text(1...300) reason: String, _ call: Call
    ) async throws -> Shift.View {
        let now = clock.now
        return try await store.transaction { tx in
            let (found, franchise) = try own(shift, call, tx)
            let planned = found.document
            try checkOpen(planned.date, of: franchise)
            guard planned.status == .completed || planned.status == .scheduled && planned.endAt < now else {
                throw RiderRefusal.notOver
            }
            guard times.start < times.end, times.end <= now, times.start.duration(to: times.end) <= .hours(24),
                times.start.duration(to: planned.startAt) <= Self.mostAway,
                planned.endAt.duration(to: times.end) <= Self.mostAway
            else { throw RiderRefusal.badCorrection(most: Self.mostAway) }
            if let rider = planned.riderId { try checkFree(rider, times, besides: shift, tx) }
            let asked = try change(found, tx) { $0.correction = Correction(times: times, reason: reason) }
            try tellManagers(about: asked, tx)
            return asked.seen
        }
    }

    /// Approves or rejects a correction by somebody else; the times before are kept.
    /// - Parameter approves: Whether the times of the correction count.
    @Post("/shifts/{shift}/correction/decide", .user)
    func correctionDecide(shift: ID<Shift>, approves: Bool, _ call: Call) async throws -> Shift.View {
        try await store.transaction { tx in
            let (found, franchise) = try own(shift, call, tx)
            _ = try managed(found.document.franchiseId, call, tx)
            guard let correction = found.document.correction else { throw RiderRefusal.noCorrection }
            try checkOpen(found.document.date, of: franchise)
            guard found.document.riderId == nil || found.document.riderId != call.caller.key else {
                throw RiderRefusal.notYourOwn
            }
            if approves, let rider = found.document.riderId {
                try checkFree(rider, correction.times, besides: shift, tx)
            }
            return try change(found, tx) { shift in
                shift.correction = nil
                if approves { shift.correct(correction.times, window: settings.window) }
            }.seen
        }
    }
}
