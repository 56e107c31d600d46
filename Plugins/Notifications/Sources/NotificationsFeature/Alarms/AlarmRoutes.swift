internal import FeatureKit
internal import NotificationsContracts

/// How far an alarm has come.
@Record struct AlarmProgress: Equatable {
    /// The alarm.
    var alarm: Alarm
    /// How many people who have signed in it came to as it is now.
    var reached: Int
    /// How many of them have confirmed it.
    var confirmed: Int
}

/// The alarms that hold now.
@Record struct AlarmList: Equatable {
    /// Each one.
    @Count(0...Alarms.most) var items: [AlarmProgress]
}

@Routes("notifications", as: "alarmRoutes") extension NotificationService {
    /// Shows the alarms that hold now, and each one that comes, changes or is over.
    /// - Parameter zone: The zone in which the caller is; without it all alarms come.
    @Stream("/alarms/stream", .everyone)
    func followAlarms(@In(0...65_535) zone: Int?, _ call: Call, _ out: ReplyStream<Alarm>) async throws {
        let person = call.caller.isSignedIn ? call.caller.key : nil
        for await alarm in alarms.follow(person, zone: zone) { try await out.send(alarm) }
    }

    /// Confirms an alarm: the caller has understood it.
    /// - Parameter alarm: Which one.
    @Post("/alarms/{alarm}/confirm", .user)
    func confirm(@Text(1...64) alarm: String, _ call: Call) async throws -> Done {
        let person = try call.user()
        guard let current = alarms[alarm] else { throw NotificationRefusal.noAlarm }
        let confirmation = Confirmation(alarm: current.confirmed, person: person, at: clock.now)
        try await store.transaction { tx in
            let conditions: [StoreCondition] = [.equals("alarm", current.confirmed), .equals("person", person)]
            guard try tx.first(confirmations, where: conditions) == nil else { return }
            try tx.insert(confirmations, confirmation)
        }
        return Done()
    }

    /// Shows staff how far each alarm has come.
    @Get("/staff/alarms", .role("staff"))
    func progress() async throws -> AlarmList {
        var items: [AlarmProgress] = []
        for (alarm, reached) in alarms.all {
            let confirmed = try await confirmations.count(where: [.equals("alarm", alarm.confirmed)])
            items.append(AlarmProgress(alarm: alarm, reached: reached, confirmed: confirmed))
        }
        return AlarmList(items: items)
    }

    /// Tells what the track says until the module is asked to stop.
    func followTrack(_ notices: Messages<TrackNotice>) async {
        for await notice in notices {
            alarms.tell(notice.payload, at: clock.now)
            guard notice.payload.isOver else { continue }
            // The next one of its id is another alarm.
            do { try await confirmations.deleteAll(where: [.begins("alarm", "track.\(notice.payload.id) ")]) } catch {
                log.warning("could not delete the confirmations of an alarm that is over", [("error", "\(error)")])
            }
        }
    }
}
