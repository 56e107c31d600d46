internal import Calendars
internal import FeatureKit

extension Bars {
    @Record struct Settings: Equatable {
        static let promotions = Duration.seconds(60)...Duration.seconds(86_400)

        /// The time zone of bars that don't name one; it decides what today and tomorrow are.
        @Text(1...64) var zone = "Europe/Madrid"
        /// The shifts that can be booked each day.
        @Count(1...12) var shifts: [Shift] = Shift.usual
        /// The types that a bar may have.
        @Live @Text(Bar.typeLength) @Count(1...100) var types: [String] = [
            "meat", "fish", "pasta", "fast", "rustic", "chinese",
        ]
        /// How long a table is held for somebody who has not confirmed.
        @Live @In(.seconds(10) ... .seconds(3_600)) var hold: Duration = .seconds(300)
        /// How long a table is held for somebody who was on the wait list, where the flag `bars.promotion` does not say.
        @Live @In(Settings.promotions) var promotion: Duration = .seconds(1_800)
        /// How long before its start a booking can still be cancelled and changed by its guest.
        @Live @In(.seconds(0) ... .seconds(86_400)) var cancelUntil: Duration = .seconds(7_200)
        /// How long before its start a guest is reminded of a booking; 0 for no reminders.
        @Live @In(.seconds(0) ... .seconds(86_400)) var reminder: Duration = .seconds(10_800)
        /// How many per cent more than its seats a bar sells.
        @In(0...50) var overbooking = 0
        /// Whether somebody may have several bookings in one shift.
        @Live var severalPerShift = false
        /// How many people one booking is for at most.
        @Live @In(1...500) var mostPeople = 20
        /// When guests who don't come can't book any more.
        @Live var noShows: NoShows = NoShows()
        /// How many bars somebody may have.
        @Live @In(1...1_000) var mostBars = 50
        /// How long past bookings are kept.
        @Live @In(.seconds(86_400) ... .seconds(315_360_000)) var keep: Duration = .seconds(31_536_000)
        /// Whether an empty store is filled with a town to try.
        var demo = false
    }

    @Record struct NoShows: Equatable {
        /// After how many missed bookings a guest can't book; 0 for no limit.
        @In(0...100) var most = 0
        /// In how much time these are counted.
        @In(.seconds(86_400) ... .seconds(315_360_000)) var within: Duration = .seconds(7_776_000)
    }
}

extension Bars: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        do throws(ZoneProblem) { _ = try Zones().zone(settings.zone) } catch {
            problems.append(SettingsProblem("zone", "\(error)"))
        }
        for (index, shift) in settings.shifts.enumerated() {
            if settings.shifts.prefix(index).contains(where: { $0.id == shift.id }) {
                problems.append(SettingsProblem("shifts", index, "another one is called \"\(shift.id)\""))
            }
            if TimeOfDay(shift.starts) == nil {
                problems.append(SettingsProblem("shifts", index, "\"\(shift.starts)\" is no time such as 14:00"))
            }
        }
        for (index, type) in settings.types.enumerated() where settings.types.prefix(index).contains(type) {
            problems.append(SettingsProblem("types", index, "\"\(type)\" stands there twice"))
        }
        return problems
    }
}
