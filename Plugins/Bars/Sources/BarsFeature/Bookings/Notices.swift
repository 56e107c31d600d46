internal import FeatureKit
internal import NotificationsContracts
internal import Texts

// What guests hear of their bookings through Notifications; where that is off, bookings go on.
extension BookingTransaction {
    /// Tells the guest what a booking is now, in place of what was told before.
    func notify(_ stored: Stored<Booking>, _ what: BookingEvent.What) throws {
        let booking = stored.document
        let isOwn = actor != nil && actor == booking.user
        switch what {
        case .confirmed: try tell(stored, "confirmed")
        case .promoted: try tell(stored, "promoted", .important, until: booking.until)
        case .changed where !isOwn || booking.state == .confirmed: try tell(stored, "changed")
        case .cancelled:
            try withdrawReminder(of: stored)
            try tell(stored, "cancelled", isOwn ? .info : .important)
        default: break
        }
    }

    /// Takes the reminder of a booking back, where there was one.
    func withdrawReminder(of stored: Stored<Booking>) throws {
        let id = reminderID(of: stored)
        try send(Withdrawal(id: id), to: .notificationsWithdraw, id: id, of: stored, until: stored.document.ends)
    }

    /// A booking that moves to another shift has another reminder.
    fileprivate func reminderID(of stored: Stored<Booking>) -> String {
        "bars.\(stored.id).reminder.\(stored.document.shift)"
    }

    fileprivate func tell(
        _ stored: Stored<Booking>, _ key: String, _ level: Notification.Level = .info, id: String? = nil,
        until: Timestamp? = nil
    ) throws {
        let (booking, until) = (stored.document, until ?? stored.document.starts)
        guard let user = booking.user, user.count <= 256, now < until else { return }
        let starts = service.schedule.shift(booking.shift)?.starts ?? "\(booking.starts)"
        let parameters: [String: TextParameter] = [
            "bar": .text(booking.barName), "people": .number(booking.people), "date": .text(booking.date),
            "time": .text(starts),
        ]
        var texts: [String: NotificationText] = [:]
        for language in service.texts.languages {
            texts[language] = NotificationText(
                title: try service.texts.text("\(key).title", in: language),
                body: try service.texts.text("\(key).body", in: language, parameters))
        }
        let notice = Notification(
            id: id ?? "bars.\(stored.id).\(booking.changes)", to: Recipient(person: user), kind: "bars.booking",
            level: level, texts: texts, collapseKey: stored.id, until: until)
        try send(notice, to: .notificationsSend, id: notice.id, of: stored, until: until)
    }

    private func send<Request, Reply>(
        _ request: Request, to route: Route<Request, Reply>, id: String, of booking: Stored<Booking>, until: Timestamp
    ) throws(StoreError) {
        // The demo books for days that have passed.
        guard service.clock.now < until else { return }
        do throws(StoreError) {
            try tx.send(request, to: route, id: id, key: booking.id, person: booking.document.user, until: until)
        } catch {
            guard error.code == .full else { throw error }
            service.log.warning("too many notifications wait, so one is dropped")
        }
    }
}

extension BarsService {
    /// Has the guests of a shift reminded in time, where the shift is still to come.
    func setReminder(for day: Stored<ShiftDay>) {
        let (starts, before) = (day.document.starts, settings.reminder)
        guard before > .zero, clock.now < starts else { return }
        deadlines.set(.reminder(day.key), at: starts.advanced(by: .zero - before))
    }

    /// Reminds the guests of a shift, unless it is too early by the settings of now.
    func remind(_ id: ID<ShiftDay>) async throws {
        try await transact { transaction in
            guard let day = try transaction.tx.get(shiftDays, id) else { return }
            guard day.document.starts.advanced(by: .zero - settings.reminder) <= transaction.now else {
                return setReminder(for: day)
            }
            for booking in try transaction.bookings(of: id, [.confirmed]) {
                try transaction.tell(booking, "reminder", .important, id: transaction.reminderID(of: booking))
            }
        }
    }
}
