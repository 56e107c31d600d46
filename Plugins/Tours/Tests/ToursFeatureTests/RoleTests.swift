@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Media
import Testing
import TourFiles

@testable import ToursFeature

/// Who may ask what: each role at each route.
@Suite(.timeLimit(.minutes(2))) struct RoleTests {
    enum Role: CaseIterable {
        case nobody, guest, other, walker, author, staff

        var caller: Caller {
            switch self {
            case .nobody: .anybody
            case .guest: .guest("another phone")
            case .other: kim
            case .walker: bob
            case .author: ada
            case .staff: ToursFeatureTests.staff
            }
        }
    }

    /// For whom a route is.
    enum Audience {
        case everybody, everybodyWithAKey, users, walker, author, authorOfADraft, staff
        /// A draft is for its author to look at, as for everybody once it is published.
        case readersOfADraft

        /// Whom the host lets through.
        var access: RouteAccess {
            switch self {
            case .users, .author, .authorOfADraft: .user
            case .staff: .role("staff")
            default: .everyone
            }
        }

        /// With which status the module refuses somebody whom the host lets through.
        func status(_ role: Role) -> Int? {
            switch self {
            case .everybody, .users, .staff: nil
            case .everybodyWithAKey: role == .nobody ? 401 : nil
            case .walker: role == .nobody ? 401 : role == .walker ? nil : 404
            case .author: role == .author || role == .staff ? nil : 403
            case .authorOfADraft, .readersOfADraft: role == .author || role == .staff ? nil : 404
            }
        }
    }

    struct Row {
        let name: String
        let audience: Audience
        let access: RouteAccess
        let refusal: (Probe, ID<Walk>, Caller) async throws -> RouteError?

        init<Request, Reply>(
            _ route: Route<Request, Reply>, _ audience: Audience, _ request: @escaping (ID<Walk>) -> Request
        ) {
            (name, self.audience, access) = (route.name, audience, route.access)
            refusal = { probe, walk, caller in
                try await probe.refusal {
                    guard route.streams else {
                        _ = try await probe.call(route, request(walk), as: caller)
                        return
                    }
                    var replies = probe.replies(of: route, request(walk), as: caller).makeAsyncIterator()
                    _ = try await replies.next()
                }
            }
        }
    }

    static var rows: [Row] {
        let place = NamedPlace(name: "Gate", latitude: 40, longitude: -3)
        let point = GeoPoint(lat: 40, lon: -3)
        let sound = Upload<33_554_432>(Media(type: "audio/mpeg", bytes: Array("ID3 invented".utf8)))
        let picture = ImageUpload(
            Media(type: "image/png", bytes: PNG.bytes([0], .grey, width: 1, height: 1) ?? []))
        let track = Array(
            "<gpx><trk><trkseg><trkpt lat='41' lon='-3'><time>2020-01-01T10:00:00Z</time></trkpt></trkseg></trk></gpx>"
                .utf8
        )
        return [
            Row(ToursService.deviceConfigRoute, .everybody) { _ in .init() },
            Row(ToursService.routeSearchRoute, .everybody) { _ in .init() },
            Row(ToursService.stopsNearRoute, .everybody) { _ in .init(lat: 40, lon: -3) },
            Row(ToursService.routeRoute, .everybody) { _ in .init(route: ID("r")) },
            Row(ToursService.routeRoute, .readersOfADraft) { _ in .init(route: ID("d")) },
            Row(ToursService.mapRoute, .everybody) { _ in .init(route: ID("r")) },
            Row(ToursService.mapRoute, .readersOfADraft) { _ in .init(route: ID("d")) },
            Row(ToursService.soundRoute, .everybody) { _ in .init(stop: ID("r1"), format: .wav) },
            Row(ToursService.soundRoute, .readersOfADraft) { _ in .init(stop: ID("d1"), format: .wav) },
            Row(ToursService.pictureRoute, .everybody) { _ in .init(stop: ID("r1")) },
            Row(ToursService.packageRoute, .everybody) { _ in .init(route: ID("r")) },
            Row(ToursService.packageRoute, .readersOfADraft) { _ in .init(route: ID("d")) },
            Row(ToursService.packageNewsRoute, .everybody) { _ in .init(route: ID("r"), have: [:]) },
            Row(ToursService.walkStartRoute, .everybodyWithAKey) { _ in .init(route: ID("r")) },
            Row(ToursService.walkListRoute, .everybodyWithAKey) { _ in .init() },
            Row(ToursService.scoreRoute, .everybodyWithAKey) { _ in .init() },
            Row(ToursService.awardListRoute, .everybodyWithAKey) { _ in .init() },
            Row(ToursService.walkRoute, .walker) { .init(walk: $0) },
            Row(ToursService.fixesRoute, .walker) { .init(walk: $0, fixes: [WalkFix(point: point, time: morning)]) },
            Row(ToursService.trackRoute, .walker) {
                .init(walk: $0, file: Upload(Media(type: "application/gpx+xml", bytes: track)))
            },
            Row(ToursService.walkControlRoute, .walker) { .init(walk: $0, action: .stop) },
            Row(ToursService.stopSkipRoute, .walker) { .init(walk: $0, stop: ID("r1")) },
            Row(ToursService.listenRoute, .walker) { .init(walk: $0) },
            Row(ToursService.playingRoute, .walker) { .init(walk: $0) },
            Row(ToursService.audioControlRoute, .walker) { .init(walk: $0, action: .pause) },
            Row(ToursService.ownRoutesRoute, .users) { _ in .init() },
            Row(ToursService.routeAddRoute, .users) { _ in
                .init(name: "X", city: "X", startLocation: place, endLocation: place)
            },
            Row(ToursService.routeChangeRoute, .author) { _ in .init(tourRoute: ID("r"), name: "X") },
            Row(ToursService.routeChangeRoute, .authorOfADraft) { _ in .init(tourRoute: ID("d"), name: "X") },
            Row(ToursService.routeRemoveRoute, .author) { _ in .init(route: ID("r")) },
            Row(ToursService.publishRoute, .author) { _ in .init(route: ID("r")) },
            Row(ToursService.publishRoute, .authorOfADraft) { _ in .init(route: ID("d")) },
            Row(ToursService.withdrawRoute, .author) { _ in .init(route: ID("r")) },
            Row(ToursService.stopAddRoute, .author) { _ in
                .init(route: ID("r"), stop: .init(name: "X", place: point))
            },
            Row(ToursService.stopChangeRoute, .author) { _ in .init(stop: ID("r1"), name: "X") },
            Row(ToursService.stopRemoveRoute, .author) { _ in .init(stop: ID("r1")) },
            Row(ToursService.stopOrderRoute, .author) { _ in .init(route: ID("r"), stops: [ID("r2"), ID("r1")]) },
            Row(ToursService.figuresRoute, .author) { _ in .init(route: ID("r")) },
            Row(ToursService.soundPutRoute, .author) { _ in .init(stop: ID("r1"), sound: sound) },
            Row(ToursService.soundRemoveRoute, .author) { _ in .init(stop: ID("r1")) },
            Row(ToursService.picturePutRoute, .author) { _ in .init(stop: ID("r1"), picture: picture) },
            Row(ToursService.pictureRemoveRoute, .author) { _ in .init(stop: ID("r1")) },
            Row(ToursService.exportRoute, .staff) { _ in .init() },
            Row(ToursService.importFileRoute, .staff) { _ in .init(routes: [], stops: []) },
        ]
    }

    @Test func `every route is in the table`() {
        let served = Tours.contracts.filter { $0.role == .serves }.map(\.name)
        #expect(Set(Self.rows.map(\.name)) == Set(served))
    }

    @Test(arguments: Role.allCases) func `a role may what is meant for it`(_ role: Role) async throws {
        for row in Self.rows {
            #expect(row.access == row.audience.access, "\(row.name)")
            // The host lets no guests through to what is for users, and staff alone to what is for staff.
            guard row.access != .user || role.caller.isSignedIn else { continue }
            guard row.access != .role("staff") || role == .staff else { continue }
            try await withTours { probe in
                let walk = try await probe.walk()
                // A sound and a picture, for those routes that want one.
                try await probe.store.transaction { tx in
                    try tx.blobs.put(Media(type: "audio/mpeg", bytes: Array("ID3".utf8)), id: "sound-r1")
                    try tx.blobs.put(Media(type: "image/png", bytes: [0x89]), id: "picture-r1")
                }
                let refusal = try await row.refusal(probe, walk, role.caller)
                #expect(refusal?.status == row.audience.status(role), "\(row.name): \(refusal?.detail ?? "allowed")")
            }
        }
    }

    /// Also stops and their sounds are what people are told, not only what the route says of itself.
    @Test func `what an author changes of a published route is reviewed again, what staff changes is not`() async throws
    {
        let changes = Self.rows.filter {
            [
                "tours.route-change", "tours.stop-add", "tours.stop-change", "tours.stop-remove", "tours.stop-order",
                "tours.picture-put", "tours.sound-put",
            ].contains($0.name) && $0.audience == .author
        }
        #expect(changes.count == 7)
        for change in changes {
            for (caller, expected) in [(ada, TourRoute.State.inReview), (staff, .published)] {
                try await withTours { probe in
                    let walk = try await probe.walk()
                    #expect(try await change.refusal(probe, walk, caller) == nil, "\(change.name)")
                    let routes = try probe.store.collection(TourRoute.documents)
                    #expect(
                        try await routes.get(ID<TourRoute>("r"))?.document.state == expected,
                        "\(change.name) by \(caller.key ?? "")")
                }
            }
        }
    }
}
