import BLEContracts
import BeaconRanging
import BluetoothCaptures
import FeatureKit
import Glibc
import Harness

@testable import BLEFeature

/// Any bytes are a capture or are told what is wrong with them, however they come; what is one can be replayed.
@main enum CaptureHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = records(bytes, inPiecesOf: max(1, bytes.count))
    require(records(bytes, inPiecesOf: 7) == whole, "it is read otherwise in pieces")
    require(records(bytes, inPiecesOf: 1) == whole, "it is read otherwise byte by byte")
    if let problem = whole.problem {
        require(problem.description.count > 5, "no words for it")
    }
    replay(whole.records, whole.link)
    return 0
}

private struct Outcome: Equatable {
    var records: [CaptureRecord] = []
    var link: LinkType?
    var problem: CaptureProblem?
}

private func records(_ bytes: [UInt8], inPiecesOf size: Int) -> Outcome {
    var reader = CaptureReader()
    var outcome = Outcome()
    do throws(CaptureProblem) {
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
            while let record = try reader.next() { outcome.records.append(record) }
        }
        try reader.finish()
    } catch { outcome.problem = error }
    outcome.link = reader.link
    return outcome
}

/// Its time never goes back, and whatever it says is published as the Shape says, or counted.
private func replay(_ records: [CaptureRecord], _ link: LinkType?) {
    guard let link else { return }
    var round = CaptureRound("fuzz")
    var reception = Reception(BLE.Settings(trust: .anyone))
    var last = Duration.zero
    for record in records {
        let time = round.time(of: record)
        require(time >= last, "its time goes back")
        last = time
        round.hear(record, on: link, in: &reception)
        for sighting in reception.takeMessages().sightings {
            let problems = (try? Value(encoding: sighting)).map { Sighting.shape.problems(in: $0) }
            require(problems?.isEmpty == true, "a sighting that is none")
        }
    }
    round.finish()
    require(round.heard.records == UInt64(records.count), "records are lost")
}
