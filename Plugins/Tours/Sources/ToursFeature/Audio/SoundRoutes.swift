internal import FeatureKit
internal import Speech

/// A sound that somebody sends, of at most 32 MiB.
struct SoundUpload: Shaped, Sendable {
    static let shape = Shape.media(upTo: 32 * 1_024 * 1_024)

    let media: Media

    init(_ media: Media) { self.media = media }
    init(from reader: inout RecordReader) throws(RecordError) { media = try Media(from: &reader) }
    func write(to writer: inout RecordWriter) { media.write(to: &writer) }
}

/// The formats of sounds, told by their first bytes.
enum SoundFormat: String {
    case mp3 = "audio/mpeg"
    case wav = "audio/wav"
    case ogg = "audio/ogg"
    case mp4 = "audio/mp4"

    init?(_ bytes: [UInt8]) {
        func has(_ text: String, at start: Int) -> Bool { bytes.dropFirst(start).starts(with: text.utf8) }
        if has("RIFF", at: 0), has("WAVE", at: 8) {
            self = .wav
        } else if has("OggS", at: 0) {
            self = .ogg
        } else if has("ftyp", at: 4) {
            self = .mp4
        } else if has("ID3", at: 0) || bytes.count > 3 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2 {
            // A frame of MPEG's third layer begins with eleven set bits.
            self = .mp3
        } else {
            return nil
        }
    }
}

extension Stop {
    /// The blob with the recorded sound of a stop.
    static func sound(of stop: ID<Stop>) -> String { "sound-\(stop)" }
}

@Routes("tours", as: "soundRoutes") extension ToursService {
    /// The recorded sound of a stop; without one, or on request, the script as a speech program speaks it, as WAV.
    /// - Parameter stop: Which stop.
    /// - Parameter language: In which language it is spoken; by default in that of the route.
    /// - Parameter isSpoken: Whether it is spoken although a sound is recorded.
    @Get("/stops/{stop}/sound", .everyone)
    func sound(stop: ID<Stop>, language: TourLanguage?, isSpoken: Bool = false, _ call: Call) async throws -> Media {
        guard let found = try await stops.get(stop) else { throw ToursRefusal.noStop }
        let trail = try await trail(of: found.document.route)
        try checkSeen(trail.route, call)
        let isFirst = trail.stops.first?.key == stop
        if !isFirst, let grant = trail.route.document.grant, try await !mayWalk(trail.route, call) {
            throw ToursRefusal.notBought(grant: grant)
        }
        if !isSpoken, found.document.sound != nil, let sound = try await blobs.get(Stop.sound(of: stop)) {
            return sound
        }
        let routeLanguage = trail.route.document.language
        let spoken = found.document.spoken(in: [language ?? routeLanguage, routeLanguage])
        do {
            return Media(
                type: "audio/wav", bytes: try await sounds.sound(of: spoken.text, in: spoken.language.rawValue).wav)
        } catch let problem as SpeechProblem {
            log.warning("a text can't be spoken", [("stop", stop.text), ("because", "\(problem)")])
            throw ToursRefusal.mute
        }
    }

    /// Gives a stop a recorded sound, in place of the one that it has.
    /// - Parameter stop: Which stop.
    /// - Parameter sound: An MP3, AAC in MP4, Ogg or WAV.
    @Put("/stops/{stop}/sound", .user)
    func soundPut(stop: ID<Stop>, sound: SoundUpload, _ call: Call) async throws -> Stop.View {
        try await edit(stop, call) { document, _, tx in
            guard let format = SoundFormat(sound.media.bytes) else { throw ToursRefusal.notASound }
            let blob = try tx.blobs.put(
                Media(type: format.rawValue, bytes: sound.media.bytes), id: Stop.sound(of: stop))
            document.sound = StopSound(type: blob.type, bytes: blob.size, tag: blob.hash)
        }
    }

    /// Removes the recorded sound of a stop; its script is spoken then.
    /// - Parameter stop: Which stop.
    @Delete("/stops/{stop}/sound", .user)
    func soundRemove(stop: ID<Stop>, _ call: Call) async throws -> Stop.View {
        try await edit(stop, call) { document, _, tx in
            guard try tx.blobs.delete(Stop.sound(of: stop)) else { throw ToursRefusal.noSound }
            document.sound = nil
        }
    }
}
