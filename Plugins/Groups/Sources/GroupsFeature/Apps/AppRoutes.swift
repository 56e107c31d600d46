internal import FeatureKit
internal import WebJSON

// Apps from a store that know nothing of Flagstand: OwnTracks in its mode HTTP, and Traccar Client.
@Routes("groups", as: "appRoutes") extension GroupService {
    /// Takes what OwnTracks sends in its mode HTTP, and answers with everybody whom the person sees.
    /// - Parameter token: The token of the device.
    /// - Parameter message: What the app sends, as JSON.
    /// - Parameter u: What the app calls the person; the token says who it is.
    /// - Parameter d: What the app calls the device.
    @Post("/owntracks/{token}", .beforeSigningIn)
    func ownTracks(
        @Text(1...100) token: String, message: AppMessage, @Text(0...100) u: String?, @Text(0...100) d: String?
    ) async throws -> Media {
        let person = try await person(withToken: token)
        switch try OwnTracks.read(message.value()) {
        case .fix(let fix): _ = try await take([fix], of: person, for: Caller(key: person, origin: .system))
        case .places(let places, let gone, let isAll): try await change(places, gone: gone, isAll: isAll, of: person)
        case .other: break
        }
        let friends = live.groups(of: person).flatMap { group in
            live.read(group, as: person) { live, me in live.everybody.filter { $0.id != me } } ?? []
        }
        return Media(type: "application/json", bytes: Array(OwnTracks.answer(friends).json.utf8))
    }

    /// Takes what Traccar Client sends: its newer versions as JSON, the others in the query or as a form.
    @Post("/traccar/{token}", .beforeSigningIn)
    func traccar(_ report: TraccarReport) async throws -> Done {
        let person = try await person(withToken: report.token)
        guard let fix = try report.fix(at: clock.now) else { return Done() }
        _ = try await take([fix], of: person, for: Caller(key: person, origin: .system))
        return Done()
    }

    /// Takes what OsmAnd and others send that ask in place of posting.
    @Get("/traccar/{token}", .beforeSigningIn)
    func traccarByGet(_ report: TraccarReport) async throws -> Done { try await traccar(report) }

    /// Makes the regions of an app those of the groups in which the person shares where they are.
    private func change(
        _ places: [Place], gone: Set<String>, isAll: Bool, of person: String
    ) async throws {
        let ids = Set(places.map(\.id))
        for group in live.groups(of: person) {
            try await store.transaction { tx in
                let (found, member) = try find(group, person, tx)
                var changed = found.document
                guard clock.now < changed.until, member.document.sharing != .off,
                    !changed.ownerSetsPlaces || changed.owner == person
                else { return }
                // Nobody deletes by an app what another member set, or what was set on the map.
                changed.places.removeAll { place in
                    place.setBy == member.id && place.id.hasPrefix("owntracks")
                        && (gone.contains(place.id) || gone.contains(place.name) || isAll && !ids.contains(place.id))
                }
                for var place in places {
                    place.setBy = member.id
                    changed.places.removeAll { $0.id == place.id }
                    if changed.places.count < Group.mostPlaces { changed.places.append(place) }
                }
                if changed != found.document { try put(changed, group, tx) }
            }
        }
    }
}

/// What an app sends as JSON with members of its own.
struct AppMessage: Shaped, Sendable {
    static let shape = Shape.media(upTo: 65_536)

    let media: Media

    init(_ media: Media) { self.media = media }
    init(from reader: inout RecordReader) throws(RecordError) { media = try Media(from: &reader) }
    func write(to writer: inout RecordWriter) { media.write(to: &writer) }

    func value() throws(GroupRefusal) -> Value {
        do throws(JSONText.Problem) { return try JSONText.value(of: media.bytes) } catch {
            throw .unreadable(why: "line \(error.line), column \(error.column): \(error.message)")
        }
    }
}

extension Fix {
    /// What another project's app sends; what makes no sense is left out.
    init(
        point: GeoPoint, time: Timestamp, accuracy: Double?, metresPerSecond: Double?, course: Double?, percent: Double?
    ) {
        func within(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
            value.flatMap { range.contains($0) ? $0 : nil }
        }
        self.init(
            point: point, time: time, accuracy: within(accuracy, 0...100_000),
            speed: within(metresPerSecond, 0...1_000), course: within(course, 0...360),
            battery: within(percent, 0...100).map { Int($0.rounded()) })
    }
}

extension Value {
    /// The number of a member, however it is written.
    func number(_ name: String) -> Double? {
        switch self[name] {
        case .integer(let number)?: Double(number)
        case .number(let number)?: number
        case .text(let text)?: Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    func text(_ name: String) -> String? {
        if case .text(let text)? = self[name] { text } else { nil }
    }

    /// The place in two members.
    func point(_ lat: String, _ lon: String) throws(GroupRefusal) -> GeoPoint {
        guard let point = number(lat).flatMap({ lat in number(lon).flatMap { GeoPoint(onEarth: lat, $0) } }) else {
            throw .unreadable(why: "there is no place in \(lat) and \(lon)")
        }
        return point
    }
}

extension GeoPoint {
    /// A place, where the numbers are one.
    init?(onEarth lat: Double, _ lon: Double) {
        guard -90...90 ~= lat, -180...180 ~= lon else { return nil }
        self.init(lat: lat, lon: lon)
    }
}
