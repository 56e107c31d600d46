@_spi(Hosting) internal import FeatureKit
internal import Glibc

extension SourceProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .both:
            "`network` and `recording` are both set; a recording plays in the place of the network, so leave one out"
        case .noAddress(let shown):
            "`network.url` has to be an address that begins with http:// or https://, not \(Value.text(shown).json)"
        case .staleTooSoon(let stale, let every):
            "`network.stale` is \(DurationText.print(stale)), which has to be more than `network.every`, \(DurationText.print(every)): each word would be stale before the next one"
        case .session(let problem): "\(problem)"
        }
    }
}

extension SessionProblem: CustomStringConvertible {
    var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(path)\(place): error: \(words)"
    }

    private var words: String {
        switch reason {
        case .unreadable(ENOENT): "there is no such file; name recordings in the setting `recording.files`"
        case .unreadable(let code): "can't be read: \(unsafe String(cString: strerror(code)))"
        case .notAFile: "is not a file"
        case .tooLarge(let bytes):
            "has \(bytes) bytes; recordings of more than \(SessionFile.mostBytes) bytes are not read"
        case .tooManyLines: "has more than \(SessionFile.mostLines) lines, the most that are read"
        case .lineTooLong(let bytes): "this line has \(bytes) bytes; the most is \(EventReader.mostBytes)"
        case .empty: "holds nothing"
        case .noTime: "expected a time such as 00:12:05.250 before the mapping, or a mapping with `at`"
        case .otherTime: "this line counts its time differently than the first one"
        case .noMapping: "expected a mapping"
        case .json(let message): message
        case .row(let problem): "\(problem)"
        case .otherTimeThan(let other): "counts its time differently than \(other); files of one session count alike"
        }
    }
}

extension StreamLine.End: CustomStringConvertible {
    var description: String {
        switch self {
        case .web(let problem): "\(problem)"
        case .noStream(nil): "is no stream of events, and says not what it is"
        case .noStream(let type?): "is no stream of events but \(CircuitRow.shown(type))"
        case .eventTooLarge: "sends an event of more than \(EventReader.mostBytes / 1024) KiB"
        case .tooFast: "sends more than \(NetworkSource.mostWaiting) events at once"
        case .saidNothing: "ended before it said anything that is understood"
        }
    }
}
