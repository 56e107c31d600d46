internal import FeatureKit
internal import WebJSON

/// Decides what becomes of what came from the network, and of what did not; pure.
struct NetworkIntake {
    /// So many reasons are remembered of those that were told since the network was last heard.
    static let mostReasons = 16
    /// So many odd fields are told of.
    static let mostOddities = 32

    /// What came of something.
    struct Outcome: Equatable {
        var news: NetworkNews?
        /// Odd fields that were not told of before.
        var oddities: [RowOddity] = []
        /// Whether it was a good answer, of which the next one may say that it is the same.
        var isTaken = false
    }

    private var reader = NetworkReader()
    private var order: RowOrder
    private var last: NetworkReport?
    private var toldReasons: Set<String> = []
    private var toldOddities: Set<RowOddity> = []

    init(stale: Duration) { order = RowOrder(stale: stale) }

    /// Takes what the network has said.
    mutating func take(_ bytes: [UInt8], named name: String = "", at uptime: Duration) -> Outcome {
        let reading: NetworkReader.Reading
        do throws(JSONText.Problem) {
            let value = try JSONText.value(of: bytes)
            do throws(RowProblem) { reading = try reader.read(value, named: name) } catch {
                return Outcome(news: lose("\(error)"))
            }
        } catch {
            return Outcome(news: lose("\(RowProblem.text(line: error.line, column: error.column, error.message))"))
        }
        var outcome = Outcome(isTaken: true)
        for oddity in reading.oddities where toldOddities.count < Self.mostOddities {
            if toldOddities.insert(oddity).inserted { outcome.oddities.append(oddity) }
        }
        if reading.isWhole, let updated = reading.report.updated {
            let limit = order.limit(at: uptime)
            guard order.takes(updated, saying: reading.report.worst, at: uptime) else {
                outcome.isTaken = false
                outcome.news = lose(
                    "its row is of \(updated), older than the one of \(limit ?? updated) that was heard")
                return outcome
            }
        } else {
            _ = order.takes(nil, saying: reading.report.worst, at: uptime)
        }
        outcome.news = hear(reading.report)
        return outcome
    }

    /// Hears that all is as it was; nil where nothing was.
    mutating func hold(at uptime: Duration) -> NetworkNews? {
        guard let last else { return nil }
        order.holds(at: uptime)
        return hear(last)
    }

    /// Hears why nothing came; nil where that was told since it last did.
    mutating func lose(_ why: String) -> NetworkNews? {
        guard toldReasons.count < Self.mostReasons, toldReasons.insert(why).inserted else { return nil }
        return .lost(why)
    }

    private mutating func hear(_ report: NetworkReport) -> NetworkNews {
        toldReasons = []
        last = report
        return .report(report)
    }
}
