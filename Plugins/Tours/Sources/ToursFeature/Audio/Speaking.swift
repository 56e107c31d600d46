internal import Crypto
internal import FeatureKit
internal import MP3
internal import Speech
internal import TourFiles

/// A published route whose stops are to be spoken before anybody asks.
@Record struct SpeakJob: Equatable {
    static let queue = JobQueue<SpeakJob>("speech")
    static let patience = Duration.hours(24)

    var route: ID<TourRoute>
}

extension Stop {
    /// The blob with the spoken sound of a stop.
    static func spoken(_ stop: ID<Stop>, in language: String) -> String { "spoken-\(stop)-\(language)" }

    fileprivate static func digest(_ text: String) -> String { Hex.text(Hash.sha256(Array(text.utf8)).prefix(16)) }
}

extension ToursService {
    /// Has the stops of a route spoken once this transaction is on the disk.
    func speakAhead(_ route: ID<TourRoute>, _ tx: StoreTransaction) throws {
        try tx.enqueue(
            SpeakJob(route: route), in: SpeakJob.queue, id: "\(route) \(clock.now.nanoseconds)", key: route.text,
            until: clock.now.advanced(by: SpeakJob.patience))
    }

    /// Speaks what a route says in each language, as far as that is not recorded and has not been spoken.
    func perform(_ attempt: JobAttempt<SpeakJob>) async throws {
        let route = attempt.job.route
        guard let language = try await routes.get(route)?.document.language else { return }
        for stop in try await stops.query(where: [.equals("route", route)], limit: TourRoute.mostStops).items
        where stop.document.sound == nil {
            for wanted in Set(stop.document.scripts.keys.compactMap(TourLanguage.init) + [language]) {
                let (text, language) = stop.document.spoken(in: [wanted])
                let digest = Stop.digest(text)
                guard stop.document.spoken[language.rawValue] != digest else { continue }
                let sound: Media
                do { sound = try await speak(text, language, .mp3) } catch let problem as SpeechProblem {
                    throw JobFailure.retry("\(problem)")
                }
                try await store.transaction { tx in
                    // Its text may have become another one meanwhile, which has a job of its own.
                    guard var now = try tx.get(stops, stop.key)?.document, now.spoken(in: [wanted]).text == text else {
                        return
                    }
                    try tx.blobs.put(sound, id: Stop.spoken(stop.key, in: language.rawValue))
                    now.spoken[language.rawValue] = digest
                    try tx.put(stops, now, id: stop.id)
                }
            }
        }
    }

    /// What a stop says, as a speech program speaks it: the sound that was made ahead, where its text is still the same.
    func spoken(
        _ stop: Stored<Stop>, in languages: [TourLanguage], _ format: SpokenFormat = .mp3
    ) async throws -> Media {
        let (text, language) = stop.document.spoken(in: languages)
        if format == .mp3, stop.document.spoken[language.rawValue] == Stop.digest(text),
            let known = try await blobs.get(Stop.spoken(stop.key, in: language.rawValue))
        {
            return known
        }
        do { return try await speak(text, language, format) } catch let problem as SpeechProblem {
            log.warning("a text can't be spoken", [("stop", stop.id), ("because", "\(problem)")])
            throw ToursRefusal.mute
        }
    }

    private func speak(_ text: String, _ language: TourLanguage, _ format: SpokenFormat) async throws -> Media {
        let wav = try await sounds.sound(of: text, in: language.rawValue).wav
        guard format == .mp3 else { return Media(type: "audio/wav", bytes: wav) }
        let packed = try await packing.run { Result { () throws(MP3.Problem) in try MP3.bytes(ofWAV: wav) } }
        guard case .success(let bytes) = packed else { throw SpeechProblem.noSound }
        return Media(type: "audio/mpeg", bytes: bytes)
    }
}
