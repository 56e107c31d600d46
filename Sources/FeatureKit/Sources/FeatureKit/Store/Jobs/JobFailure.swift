/// Why a job failed, thrown by the code that does it.
///
/// After any other error the job is tried again.
public struct JobFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, without secrets: it is stored and logged.
    public let description: String
    let isFinal: Bool
    let pause: Duration?

    /// The job is tried again: after `pause`, or after a delay that doubles with each failure.
    public static func retry(_ reason: String, after pause: Duration? = nil) -> JobFailure {
        JobFailure(description: reason, isFinal: false, pause: pause)
    }

    /// The job is not tried again.
    public static func giveUp(_ reason: String) -> JobFailure {
        JobFailure(description: reason, isFinal: true, pause: nil)
    }
}

/// A job that is being done.
public struct JobAttempt<Job: Shaped>: Sendable {
    /// Its id, unique in the queue.
    public let id: String
    /// What to do.
    public let job: Job
    /// How often it has failed before.
    public let failures: Int
    /// When it is no longer worth doing.
    public let until: Timestamp
}

/// How a job ended.
@frozen public enum JobEnd: Sendable, Equatable {
    /// It was done.
    case done
    /// It was not done in time; the reason is that of the last failure.
    case expired(String?)
    /// It was given up, and is kept as a dead letter.
    case gaveUp(String)
}

/// When a job that failed is tried again.
enum JobPause {
    static let first = Duration.seconds(1)
    static let longest = Duration.seconds(600)

    /// Doubles with each failure, and is a little different for each job, so that those that failed together don't come
    /// back together.
    static func after(failures: Int, id: String) -> Duration {
        let pause = min(first * (1 << min(failures - 1, 12)), longest)
        let spread = id.utf8.reduce(UInt64(failures)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return pause * (800 + Int(spread % 400)) / 1_000
    }
}
