internal import FeatureKit
internal import Glibc

/// The time of day where the host is: `12:31:07.123`.
enum TimeOfDay {
    static func text(_ time: Timestamp, secondsFromUTC: Int) -> String {
        let day = 86_400_000
        let milliseconds = Int(time.nanoseconds / 1_000_000) + secondsFromUTC * 1000
        let now = (milliseconds % day + day) % day
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        let (hours, minutes, seconds) = (now / 3_600_000, now / 60_000 % 60, now / 1000 % 60)
        return "\(padded(hours, 2)):\(padded(minutes, 2)):\(padded(seconds, 2)).\(padded(now % 1000, 3))"
    }

    /// How far the local time is ahead of UTC now.
    static func secondsFromUTC() -> Int {
        var now = time(nil)
        var local = unsafe tm()
        unsafe localtime_r(&now, &local)
        return unsafe local.tm_gmtoff
    }
}
