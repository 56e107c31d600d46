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
        case .places(let places): try await add(places, of: person)
        case .other: break
        }
        let friends = live.groups(of: person).flatMap { group in
            live.read(group, as: person) { live, me in live.everybody.filter { $0.id != me } } ?? []
        }
        return Media(type: "application/json", bytes: Array(OwnTracks.answer(friends).json.utf8))
    }

    /// Takes what Traccar Client sends: its newer versions as JSON, the others in the query.
    /// - Parameter token: The token of the device.
    /// - Parameter message: What the newer versions send.
    /// - Parameter id: What the app calls the device.
    /// - Parameter lat: The latitude in degrees.
    /// - Parameter lon: The longitude in degrees.
    /// - Parameter timestamp: When it was there: seconds or milliseconds since 1970, or a moment.
    /// - Parameter accuracy: How far off it may be, in metres.
    /// - Parameter speed: How fast it was, in knots.
    /// - Parameter bearing: Which way it moved, in degrees from north.
    /// - Parameter altitude: How high it was, in metres.
    /// - Parameter batt: How full its battery was, in per cent.
    /// - Parameter charge: Whether its battery was charged.
    /// - Parameter deviceid: What other versions call the device.
    /// - Parameter hdop: How exact satellites were, which says nothing in metres.
    /// - Parameter alarm: What the person asked for, which groups know nothing of.
    /// - Parameter valid: Whether the fix is one.
    @Post("/traccar/{token}", .beforeSigningIn)
    func traccar(
        @Text(1...100) token: String, message: AppMessage?, @Text(0...100) id: String?, @In(-90.0...90.0) lat: Double?,
        @In(-180.0...180.0) lon: Double?, @Text(1...40) timestamp: String?, accuracy: Double?, speed: Double?,
        bearing: Double?, altitude: Double?, batt: Double?, charge: Bool?,
        @Text(0...100) deviceid: String?, hdop: Double?, @Text(0...100) alarm: String?, valid: Bool = true
    ) async throws -> Done {
        let person = try await person(withToken: token)
        guard valid else { return Done() }
        let fix: Fix
        if let lat, let lon {
            guard let time = timestamp == nil ? clock.now : timestamp.flatMap(Traccar.time) else {
                throw GroupRefusal.unreadable(why: "timestamp is no time")
            }
            fix = Fix(
                point: GeoPoint(lat: lat, lon: lon), time: time, accuracy: accuracy,
                metresPerSecond: speed.map { $0 * 0.514_444 },
                course: bearing, percent: batt)
        } else if let message {
            fix = try Traccar.read(message.value())
        } else {
            throw GroupRefusal.unreadable(why: "there is no lat and lon, and no message")
        }
        _ = try await take([fix], of: person, for: Caller(key: person, origin: .system))
        return Done()
    }

    /// Makes places that an app exported those of the groups in which the person shares where they are.
    private func add(_ places: [Place], of person: String) async throws {
        for group in live.groups(of: person) {
            try await store.transaction { tx in
                let (found, member) = try find(group, person, tx)
                var changed = found.document
                guard clock.now < changed.until, member.document.sharing != .off,
                    !changed.ownerSetsPlaces || changed.owner == person
                else { return }
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
        default: nil
        }
    }

    func text(_ name: String) -> String? {
        if case .text(let text)? = self[name] { text } else { nil }
    }

    /// The place in two members.
    func point(_ lat: String, _ lon: String) throws(GroupRefusal) -> GeoPoint {
        guard let lat = number(lat), let lon = number(lon), -90...90 ~= lat, -180...180 ~= lon else {
            throw .unreadable(why: "there is no place in \(lat) and \(lon)")
        }
        return GeoPoint(lat: lat, lon: lon)
    }
}
