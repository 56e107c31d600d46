/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
    /// How long it always is.
    package static let length = 29

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let secondsOfDay = 86_400
    /// The last second of the year 9999: beyond it a year has five digits.
    private static let last = 253_402_300_799

    /// The date that lies so many seconds after the beginning of 1970; those before it and after 9999 are the nearest.
    package static func bytes(_ seconds: Int) -> [UInt8] {
        let seconds = min(max(seconds, 0), last)
        let days = seconds / secondsOfDay
        let rest = seconds % secondsOfDay
        let date = civil(days)
        var text: [UInt8] = []
        text.reserveCapacity(length)
        text += Self.days[days % 7].utf8
        text += ", ".utf8
        append(date.day, &text)
        text += " \(months[date.month - 1]) ".utf8
        append(date.year / 100, &text)
        append(date.year % 100, &text)
        text += " ".utf8
        append(rest / 3600, &text)
        text += ":".utf8
        append(rest / 60 % 60, &text)
        text += ":".utf8
        append(rest % 60, &text)
        text += " GMT".utf8
        return text
    }

    private static func append(_ number: Int, _ text: inout [UInt8]) {
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// The day of the calendar, by counting years from March on: then a leap day is the last of its year.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        // 1970-01-01 is so many days after 0000-03-01.
        let sinceMarch = days + 719_468
        let era = sinceMarch / 146_097
        let dayOfEra = sinceMarch % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400
        return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
    }
}
