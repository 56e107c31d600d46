internal import Crypto
public import FeatureKit

/// How a language is spoken.
@Record public struct Voice: Equatable {
    /// The voice of espeak-ng, such as es or en-gb.
    @Text(2...64) public var name: String
    /// Words a minute.
    @In(80...450) public var rate: Int = 160
    /// How high the voice is.
    @In(0...99) public var pitch: Int = 50
}

/// Makes sounds of texts with the program espeak-ng, two at once, and keeps those that were used last.
public final class SpeechSounds: Sendable {
    /// The most bytes of a text.
    public static let mostTextBytes = 8_000
    /// The most bytes of a sound: six minutes.
    static let mostSoundBytes = 16 << 20
    /// The voices where nobody chooses others.
    public static let usualVoices = ["es": Voice(name: "es"), "en": Voice(name: "en-gb"), "ca": Voice(name: "ca")]

    private let program: String
    private let voices: [String: Voice]
    private let timeLimit: Duration
    private let queue: WorkQueue
    private let cache: Lock<SoundCache>

    /// Makes sounds.
    ///
    /// - Parameters:
    ///   - voices: The voices by language; one of `ca` speaks `ca-ES`, and the Spanish one what has none.
    ///   - mostCachedBytes: How many bytes of sounds are kept.
    ///   - mostWaiting: How many wait for their turn; more are refused as `unavailable`.
    ///   - timeLimit: How long one sound may take.
    ///   - program: Where espeak-ng lies.
    public init(
        voices: [String: Voice] = usualVoices, mostCachedBytes: Int = 64 << 20, mostWaiting: Int = 64,
        timeLimit: Duration = .seconds(10), program: String = "/usr/bin/espeak-ng"
    ) {
        (self.program, self.voices, self.timeLimit) = (program, voices, timeLimit)
        queue = WorkQueue(atOnce: 2, mostWaiting: mostWaiting)
        cache = Lock(SoundCache(mostBytes: mostCachedBytes))
    }

    /// The sound of a text, in which numbers, units and times of day are spoken as words.
    ///
    /// - Throws: A `SpeechProblem`, `unavailable` where too many wait, and `CancellationError`, which ends the program.
    public func sound(of text: String, in language: String) async throws -> Sound {
        let spoken = Array(Self.harmless(SpokenText.text(text, in: language)).utf8)
        guard !spoken.isEmpty, spoken.count <= Self.mostTextBytes else { throw SpeechProblem.text }
        let name = language.lowercased()
        guard let voice = voices[name] ?? voices[String(name.prefix { $0 != "-" })] ?? voices["es"],
            Self.isVoice(voice.name)
        else { throw SpeechProblem.voice }
        let arguments = [
            "-b", "1", "--stdin", "--stdout", "-v", voice.name, "-s", "\(voice.rate)", "-p", "\(voice.pitch)",
        ]
        let id = Hex.text(Hash.sha256(Array(arguments.joined(separator: " ").utf8) + [0] + spoken))
        if let sound = cache.withLock({ $0[id] }) { return sound }

        let run = SpeechProgram()
        let result = try await withTaskCancellationHandler {
            try await queue.run { [self] () -> Result<Sound, SpeechProblem> in
                // Another caller may have had it made meanwhile.
                if let sound = cache.withLock({ $0[id] }) { return .success(sound) }
                return Result { () throws(SpeechProblem) in
                    let bytes = try run.output(
                        of: program, arguments, input: spoken, within: timeLimit, mostBytes: Self.mostSoundBytes)
                    let sound = try Sound(streamed: bytes, id: id)
                    cache.withLock { $0.add(sound) }
                    return sound
                }
            }
        } onCancel: {
            run.cancel()
        }
        if case .failure(.cancelled) = result { throw CancellationError() }
        return try result.get()
    }

    /// A name that is no option and no path.
    private static func isVoice(_ name: String) -> Bool {
        name.first?.isLetter == true
            && name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-+".utf8.contains($0) }
    }

    /// Without control characters, and without the brackets between which espeak-ng expects sounds.
    private static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\n" })
        )
        .replacing("[[", with: "[ [")
    }
}

/// The sounds that were used last, as many as fit.
struct SoundCache {
    private let mostBytes: Int
    private var sounds: [String: Sound] = [:]
    /// Their ids, the one that was used longest ago first.
    private var order: [String] = []
    private(set) var byteCount = 0

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// A sound, which has been used then.
    subscript(id: String) -> Sound? {
        mutating get {
            guard let sound = sounds[id] else { return nil }
            order.removeAll { $0 == id }
            order.append(id)
            return sound
        }
    }

    /// Keeps a sound, unless it alone is too large.
    mutating func add(_ sound: Sound) {
        guard sounds[sound.id] == nil, sound.wav.count <= mostBytes else { return }
        sounds[sound.id] = sound
        order.append(sound.id)
        byteCount += sound.wav.count
        while byteCount > mostBytes {
            byteCount -= sounds.removeValue(forKey: order.removeFirst())?.wav.count ?? 0
        }
    }
}
