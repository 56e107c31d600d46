internal import FeatureKit
internal import Media
internal import TourFiles

extension Stop {
    /// The blob with the recorded sound of a stop.
    static func sound(of stop: ID<Stop>) -> String { "sound-\(stop)" }
    /// The blob with the picture of a stop.
    static func picture(of stop: ID<Stop>) -> String { "picture-\(stop)" }
}

enum SpokenFormat: String, CaseIterable, Shaped { case mp3, wav }

@Routes("tours", as: "soundRoutes") extension ToursService {
    /// The recorded sound of a stop; without one, or on request, the script as a speech program speaks it.
    /// - Parameter language: In which language it is spoken; by default in that of the route.
    /// - Parameter isSpoken: Whether it is spoken although a sound is recorded.
    /// - Parameter format: How what is spoken is packed.
    @Get("/stops/{stop}/sound", .everyone)
    func sound(
        stop: ID<Stop>, language: TourLanguage?, isSpoken: Bool = false, format: SpokenFormat = .mp3, _ call: Call
    ) async throws -> Media {
        guard let found = try await stops.get(stop) else { throw ToursRefusal.noStop }
        let trail = try await trail(of: found.document.route)
        try checkSeen(trail.route, call)
        if trail.stops.first?.key != stop { try await checkBought(trail.route, call) }
        if !isSpoken, found.document.sound != nil, let sound = try await blobs.get(Stop.sound(of: stop)) {
            return sound
        }
        let routeLanguage = trail.route.document.language
        return try await spoken(found, in: [language ?? routeLanguage, routeLanguage], format)
    }

    /// Gives a stop a recorded sound, in place of the one that it has.
    /// - Parameter sound: An MP3, AAC in MP4, Ogg or WAV.
    @Put("/stops/{stop}/sound", .user)
    func soundPut(stop: ID<Stop>, sound: Upload<33_554_432>, _ call: Call) async throws -> Stop.View {
        try await edit(stop, call) { document, _, tx in
            guard let format = SoundFormat(sound.media.bytes) else { throw ToursRefusal.notASound }
            let blob = try tx.blobs.put(
                Media(type: format.rawValue, bytes: sound.media.bytes), id: Stop.sound(of: stop))
            document.sound = StopSound(type: blob.type, bytes: blob.size, tag: blob.hash)
        }
    }

    /// Removes the recorded sound of a stop; its script is spoken then.
    @Delete("/stops/{stop}/sound", .user)
    func soundRemove(stop: ID<Stop>, _ call: Call) async throws -> Stop.View {
        try await edit(stop, call) { document, _, tx in
            guard try tx.blobs.delete(Stop.sound(of: stop)) else { throw ToursRefusal.noSound }
            document.sound = nil
        }
    }

    /// The picture of a stop.
    @Get("/stops/{stop}/picture", .everyone)
    func picture(stop: ID<Stop>, _ call: Call) async throws -> Media {
        guard let found = try await stops.get(stop) else { throw ToursRefusal.noStop }
        try checkSeen(try await trail(of: found.document.route).route, call)
        guard let picture = try await blobs.get(Stop.picture(of: stop)) else { throw ToursRefusal.noPicture }
        return picture
    }

    /// Gives a stop a picture, in place of the one that it has.
    /// - Parameter picture: A PNG, JPEG or WebP.
    @Put("/stops/{stop}/picture", .user)
    func picturePut(stop: ID<Stop>, picture: ImageUpload, _ call: Call) async throws -> Stop.View {
        try await edit(stop, call) { document, _, tx in
            document.picture = try picture.store(as: Stop.picture(of: stop), in: tx)
        }
    }

    /// Removes the picture of a stop.
    @Delete("/stops/{stop}/picture", .user)
    func pictureRemove(stop: ID<Stop>, _ call: Call) async throws -> Stop.View {
        try await edit(stop, call) { document, _, tx in
            guard try tx.blobs.delete(Stop.picture(of: stop)) else { throw ToursRefusal.noPicture }
            document.picture = nil
        }
    }
}
