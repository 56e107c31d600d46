/// A spoken text as sound.
public struct Sound: Equatable, Sendable {
    /// The same for each sound of the same text and voice, so that clients can keep it.
    public let id: String
    /// The bytes of a WAV file.
    public let wav: [UInt8]
    /// How long it is.
    public let duration: Duration

    /// Reads what a program streamed, whose header does not know how long it became.
    init(streamed bytes: [UInt8], id: String) throws(SpeechProblem) {
        let header = 44
        func number(at place: Int) -> Int { bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
        func has(_ word: String, at place: Int) -> Bool { bytes[place...].starts(with: word.utf8) }
        guard bytes.count > header, has("RIFF", at: 0), has("WAVEfmt ", at: 8), has("data", at: 36),
            case let bytesPerSecond = number(at: 28), bytesPerSecond > 0
        else { throw .noSound }
        var wav = bytes
        for (place, count) in [(4, bytes.count - 8), (40, bytes.count - header)] {
            for byte in 0..<4 { wav[place + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
        }
        (self.id, self.wav) = (id, wav)
        duration = .seconds(bytes.count - header) / bytesPerSecond
    }
}

/// Why a text can't be spoken.
public enum SpeechProblem: Error, Equatable, CustomStringConvertible {
    case text, voice
    case notStarted(Int32)
    case timeLimit(Duration)
    /// The program ended with a status as `waitpid` tells it.
    case failed(status: Int32)
    case tooLong, noSound, cancelled

    /// What is wrong, in a sentence.
    public var description: String {
        switch self {
        case .text: "a text to speak must have 1 to \(SpeechSounds.mostTextBytes) bytes"
        case .voice: "a voice of espeak-ng is called something like es or en-gb"
        case .notStarted(let code): "the speech program can't be started (error \(code))"
        case .timeLimit(let limit): "the speech program took longer than \(limit)"
        case .failed(let status): "the speech program failed with status \(status)"
        case .tooLong: "the sound of the text is too long"
        case .noSound: "the speech program made no sound"
        case .cancelled: "nobody waits for the sound any more"
        }
    }
}
