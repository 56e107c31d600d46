import FeatureKit
import Glibc
import Harness
import LiveTiming

@testable import TrackStatusFeature

/// Any bytes are a recorded session, or a problem in a place that is there; what was read can be played, and nothing that
/// nobody said is normal.
@main enum SessionHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(RecordedSession.Problem) {
        var checker = NetworkReader()
        let text = try RecordedSession(bytes) { _ = try checker.read($0) }
        require(!text.entries.isEmpty && text.clock != nil, "nothing was read")
        var reader = NetworkReader()
        var saidSo = false
        for entry in text.entries {
            saidSo = saidSo || entry.value.mayMeanNormal
            guard let news = try? reader.read(entry.value) else {
                require(false, "what was read is read again")
                return 0
            }
            if case .session(let session) = news {
                require(session.classification.count <= 100, "a crowd")
                require(
                    (try? TimingSession(json: Array(session.json.utf8))) == session,
                    "a session that does not fit its Shape")
            }
            guard case .report(let report) = news else { continue }
            require(report.mode != .normal || saidSo, "nobody said normal")
            require(report.sectors.keys.allSatisfy((1...99).contains), "a sector that there is not")
            require((report.message?.count ?? 0) <= Status.longestText, "a long message")
            require(report.temperature?.isFinite ?? true, "a temperature that is none")
        }
    } catch {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let line = error.line, let column = error.column else { return 0 }
        require((1...lines.count).contains(line), "line \(line) of \(lines.count)")
        require((1...lines[line - 1].count + 1).contains(column), "column \(column)")
    }
    return 0
}

extension Value {
    /// Whether a word that means it stands anywhere.
    fileprivate var mayMeanNormal: Bool {
        switch self {
        case .text(let text): ["GREEN_FLAG", "normal", "1", "GREEN", "CLEAR"].contains(text)
        case .integer(let number): number == 1
        case .list(let list): list.contains(where: \.mayMeanNormal)
        case .object(let members): members.contains { $0.value.mayMeanNormal }
        default: false
        }
    }
}
