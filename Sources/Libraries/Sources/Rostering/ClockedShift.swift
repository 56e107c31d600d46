public import FeatureKit

/// How far the work on a shift has come.
public enum WorkStatus: String, CaseIterable, Shaped { case scheduled, active, completed }

/// When somebody worked.
@Record public struct WorkTimes: Equatable {
    /// When the work began.
    public var start: Timestamp
    /// When it ended.
    public var end: Timestamp
}

/// Other times than were clocked, and why.
@Record public struct WorkCorrection: Equatable {
    /// The times.
    public var times: WorkTimes
    /// Why they are right.
    @Text(1...300) public var reason: String
}

/// When somebody had a break.
@Record public struct WorkBreak: Equatable {
    /// How many breaks a shift has at most.
    public static let most = 20
    /// When it began.
    public var start: Timestamp
    /// When it ended; absent while it lasts, and where the shift ended by itself meanwhile.
    public var end: Timestamp?
}

/// When somebody clocked, as their device tells.
public struct Clocking: Sendable, Equatable {
    /// When it was.
    public let at: Timestamp
    /// When it was told; later where the device had no network.
    public let told: Timestamp

    var isToldLater: Bool { at != told }

    /// Takes what a device tells now, of a moment of the last day where it names one.
    ///
    /// - Throws: `badMoment` where that is older, or to come: clocks of devices are ahead by some seconds at most.
    public init(at moment: Timestamp?, told now: Timestamp) throws {
        let moment = moment ?? now
        guard moment <= now.advanced(by: .seconds(60)), moment.duration(to: now) <= .hours(24) else {
            throw ClockRefusal.badMoment
        }
        (at, told) = (min(moment, now), now)
    }
}

/// Why something can't be clocked, or corrected.
@Refusals public enum ClockRefusal: Equatable, Sendable {
    /// The device names a moment that it can't mean.
    @Refuses(400, "at: a moment of the last day, and none of the future.", code: "invalid") case badMoment
    /// The shift begins later.
    @Refuses(409, "The shift can be started from {from} on.") case tooEarly(from: Timestamp)
    /// The shift has ended.
    @Refuses(409, "The shift is over since {since}.") case tooLate(since: Timestamp)
    /// Nobody works on it yet.
    @Refuses(409, "Start the shift first.") case notStarted
    /// Something was clocked that comes later.
    @Refuses(409, "The device reported something at {last}, which is later.") case outOfOrder(last: Timestamp)
    /// The work has ended.
    @Refuses(409, "The shift is over; ask for a correction.") case over
    /// Nobody ended it.
    @Refuses(409, "The shift ended by itself at {at}; ask for a correction.") case endedByItself(at: Timestamp)
    /// There were breaks enough.
    @Refuses(409, "A shift has {most} breaks at most.", code: "full") case tooManyBreaks(most: Int)
    /// A correction comes too soon.
    @Refuses(409, "The shift is not over.") case notOver
    /// A correction names another time.
    @Refuses(400, "times: begin before they end, are over, and lie within {most} of the shift.", code: "invalid")
    case badCorrection(most: Duration)
}

/// A shift, and when somebody worked on it: what clocking changes is decided without a store and without a clock.
public protocol ClockedShift: Sendable {
    /// Whose it is; nil where it is open, and once that account is deleted.
    var riderId: String? { get }
    /// The name of that person.
    var riderName: String { get }
    /// When it begins and ends as planned.
    var startAt: Timestamp { get }
    /// When it ends as planned.
    var endAt: Timestamp { get }
    /// The day to which it belongs.
    var date: String { get }
    /// Whether that person has confirmed it.
    var isConfirmed: Bool { get }
    /// How far the work has come.
    var status: WorkStatus { get set }
    /// When the work began.
    var actualStart: Timestamp? { get set }
    /// When it ended.
    var actualEnd: Timestamp? { get set }
    /// When the beginning was told, where that was later.
    var toldStart: Timestamp? { get set }
    /// When the end was told, where that was later.
    var toldEnd: Timestamp? { get set }
    /// The breaks, in their order.
    var breaks: [WorkBreak] { get set }
    /// Whether the work began later than `window` allows.
    var isLate: Bool { get set }
    /// Whether it ended earlier than that.
    var leftEarly: Bool { get set }
    /// Whether nobody ended it.
    var endedByItself: Bool { get set }
    /// The times before a correction.
    var uncorrected: WorkTimes? { get set }
}
