internal import FeatureKit

extension Bars {
    struct Settings: Shaped, Codable, Equatable {
        var zone = "Europe/Madrid"
        var shifts = Shift.usual
        var types = ["meat", "fish", "pasta", "fast", "rustic", "chinese"]
        var hold = Duration.seconds(5 * 60)
        var promotion = Duration.seconds(30 * 60)
        var cancelUntil = Duration.seconds(2 * 3_600)
        var overbooking: Int64 = 0
        var severalPerShift = false
        var mostPeople: Int64 = 20
        var noShows = NoShows()
        var mostBars: Int64 = 50
        var keep = Duration.seconds(365 * 86_400)
        var demo = false

        static let shape = Shape.object([
            Field("zone", .text(length: 1...64), "Where bars are that don't say it.", default: "Europe/Madrid"),
            Field(
                "shifts", .list(of: .of(Shift.self), count: 1...12), "What can be booked.", default: Shift.usualValue),
            Field(
                "types", .list(of: Bar.word, count: 1...100), "What bars may be.",
                default: ["meat", "fish", "pasta", "fast", "rustic", "chinese"]),
            Field("hold", .duration(in: .seconds(10) ... .seconds(3_600)), "How long a table is held.", default: "5m"),
            Field(
                "promotion", .duration(in: .seconds(60) ... .seconds(86_400)),
                "How long a table is held for somebody who was waiting.", default: "30m"),
            Field(
                "cancelUntil", .duration(in: .zero ... .seconds(86_400)),
                "How long before it starts a booking can be cancelled.", default: "2h"),
            Field("overbooking", .integer(in: 0...50), "How many percent more than its seats is sold.", default: 0),
            Field("severalPerShift", .boolean, "Whether somebody may book a shift twice.", default: false),
            Field("mostPeople", .integer(in: 1...500), "How many one booking is for, at most.", default: 20),
            Field("noShows", .of(NoShows.self), "Who did not come too often books no more.", default: [:]),
            Field("mostBars", .integer(in: 1...1_000), "How many bars somebody may have.", default: 50),
            Field(
                "keep", .duration(in: .seconds(86_400) ... .seconds(3_650 * 86_400)), "How long what is past is kept.",
                default: "365d"),
            Field("demo", .boolean, "Whether an empty store is filled with a town.", default: false),
        ])
    }

    /// Who did not come too often.
    struct NoShows: Shaped, Codable, Equatable {
        var most: Int64 = 0
        var within = Duration.seconds(90 * 86_400)

        static let shape = Shape.object([
            Field("most", .integer(in: 0...100), "How often is too often; 0: nobody is counted.", default: 0),
            Field(
                "within", .duration(in: .seconds(86_400) ... .seconds(3_650 * 86_400)), "In how long.", default: "90d"),
        ])
    }
}
