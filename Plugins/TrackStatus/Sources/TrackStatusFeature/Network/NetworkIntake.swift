internal import FeatureKit
internal import WebJSON

/// Decides what becomes of what came from the network, and of what did not; pure.
struct NetworkIntake {
    /// So many reasons are remembered of those that were told since the network was last heard.
    static let mostReasons = 16
    private static let mostOddities = 32

    /// What came of something, and whether it was understood, so that the next answer may say that it is the same.
    typealias Outcome = (news: [NetworkNews], isTaken: Bool)

    private let stale: Duration
    private var reader = NetworkReader()
    private var last: NetworkReport?
    private var heard: Duration?
    /// The newest row's own time, and the last one's, which may be older where it was worse.
    private var newest: Timestamp?
    private var toldReasons: Set<String> = []
    private var toldOddities: Set<String> = []

    /// - Parameter stale: How long the last report counts.
    init(stale: Duration) { self.stale = stale }

    /// Takes what the network has said.
    mutating func take(_ bytes: [UInt8], named name: String = "", at uptime: Duration) -> Outcome {
        var report: NetworkReport
        do {
            switch try reader.read(try JSONText.value(of: bytes), named: name) {
            case .report(let said): report = said
            case let session:
                // Timing that reports the session is there: its flags are as they were, which is enough once a second.
                let isQuiet = heard.map { $0 + .seconds(1) <= uptime } ?? false
                return ([session] + (isQuiet ? hold(at: uptime).news : []), true)
            }
        } catch let problem as JSONText.Problem {
            return lose("line \(problem.line), column \(problem.column): \(problem.message)")
        } catch { return lose("\(error)") }
        let oddities = report.oddities.filter {
            toldOddities.count < Self.mostOddities && toldOddities.insert($0).inserted
        }
        report.oddities = []
        if report.isWhole, let updated = report.updated {
            // What is better than the last one has to be as new as the newest still.
            if let limit = limit(at: uptime), updated < limit {
                guard isAsBad(report) else {
                    return lose("its row is of \(updated), older than the one of \(limit) that was heard")
                }
            } else {
                newest = updated
            }
            // Written again with nothing else in it, the statement was made once more.
            if var same = last, let before = same.updated, before < updated {
                (same.updated, same.isMadeAgain) = (updated, false)
                report.isMadeAgain = same == report
            }
        }
        _ = hear(report, at: uptime)
        report.oddities = oddities
        return ([.report(report)], true)
    }

    /// Takes that all is as it was.
    mutating func hold(at uptime: Duration) -> Outcome {
        guard var last else { return ([], false) }
        last.isMadeAgain = false
        return (hear(last, at: uptime), true)
    }

    /// Takes why nothing came; that is no news where it was told since something last did.
    mutating func lose(_ reason: String) -> Outcome {
        guard toldReasons.count < Self.mostReasons, toldReasons.insert(reason).inserted else {
            return ([], false)
        }
        return ([.lost(reason)], false)
    }

    private mutating func hear(_ report: NetworkReport, at uptime: Duration) -> [NetworkNews] {
        (toldReasons, last, heard) = ([], report, uptime)
        return [.report(report)]
    }

    /// The time that a row has to be as new as, so that a replica that lags hides nothing; nil once the last report is
    /// stale, since the server's clock may have been set back.
    private func limit(at uptime: Duration) -> Timestamp? {
        guard let newest, let heard, uptime - heard < stale else { return nil }
        return newest
    }

    /// Whether an older row is worse than what counts now, or that again: no clock hides an evacuation.
    private func isAsBad(_ report: NetworkReport) -> Bool {
        guard let last else { return true }
        if report.worst != last.worst { return report.worst > last.worst }
        return report.updated.flatMap { updated in last.updated.map { $0 <= updated } } ?? false
    }
}
