import FeatureKit
import FeatureTestKit
import Testing

@testable import GroupsFeature

let ada = Caller.user("accounts:ada")
let bob = Caller.user("accounts:bob")
let eve = Caller.user("accounts:eve")
/// Somebody who has not signed in.
let phone = Caller.guest("phone")

/// Noon in Madrid, on a Sunday.
let noon = Timestamp(nanoseconds: 1_795_345_200_000_000_000)

extension Fix {
    static func at(_ lat: Double, _ lon: Double, seconds: Int = 0, accuracy: Double? = 5) -> Fix {
        Fix(point: GeoPoint(lat: lat, lon: lon), time: noon.advanced(by: .seconds(seconds)), accuracy: accuracy)
    }
}

/// Runs the module.
func withGroups(
    _ settings: Groups.Settings = .init(), store: MemoryStore = MemoryStore(),
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Probe) async throws -> Void
) async throws {
    try await withFeature(
        Groups.self, settings: settings, store: store, clock: TestClock(now: noon), sourceLocation: sourceLocation, body
    )
}

extension Probe {
    /// A group of Ada's, and the code that others join it with.
    func group(as caller: Caller = ada, history: Duration? = nil) async throws -> (id: ID<Group>, code: String) {
        let made = try await call(
            GroupService.createRoute, .init(name: "Friends", myName: "Ada", takesGuests: true, history: history),
            as: caller)
        let id = ID<Group>(made.id.text)
        return (id, try await call(GroupService.invitationRoute, .init(group: id), as: caller).code)
    }

    func join(_ code: String, as caller: Caller, name: String = "Bob") async throws {
        _ = try await call(GroupService.joinRoute, .init(code: code, name: name), as: caller)
    }

    @discardableResult
    func share(_ sharing: Member.Sharing, in group: ID<Group>, as caller: Caller) async throws -> MemberView {
        try await call(GroupService.changeMeRoute, .init(group: group, sharing: sharing), as: caller)
    }

    func move(_ fixes: Fix..., as caller: Caller) async throws {
        _ = try await call(GroupService.positionRoute, .init(fixes: fixes), as: caller)
    }

    func news(
        of group: ID<Group>, after lastEventID: String? = nil, as caller: Caller
    ) -> AsyncThrowingStream<GroupEvent, any Error>.Iterator {
        replies(of: GroupService.newsRoute, .init(group: group, lastEventID: lastEventID), as: caller)
            .makeAsyncIterator()
    }
}
