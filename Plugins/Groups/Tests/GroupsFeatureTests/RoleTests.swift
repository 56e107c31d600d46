@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@testable import GroupsFeature

/// Who may ask what: each role at each route.
@Suite(.timeLimit(.minutes(2))) struct RoleTests {
    enum Role: CaseIterable {
        case nobody, strangerWithoutAccount, stranger, staff, guestMember, member, owner

        var caller: Caller {
            switch self {
            case .nobody: .anybody
            case .strangerWithoutAccount: .guest("another phone")
            case .stranger: eve
            case .staff: .user("accounts:staff", roles: ["staff", "admin"])
            case .guestMember: phone
            case .member: bob
            case .owner: ada
            }
        }
    }

    /// For whom a route is.
    enum Audience {
        case everybodyWithAKey, users, members, owner, ownerOfTheDevice, anybodyWithTheToken
        /// Members, of whom the owner can't.
        case membersButOwner

        /// Whom the host lets through.
        var access: RouteAccess {
            switch self {
            case .users, .ownerOfTheDevice: .user
            case .anybodyWithTheToken: .beforeSigningIn
            default: .everyone
            }
        }

        /// With which status the module refuses somebody.
        func status(_ role: Role) -> Int? {
            let isIn = [.guestMember, .member, .owner].contains(role)
            return switch self {
            case .anybodyWithTheToken: nil
            case _ where role == .nobody: 401
            case .everybodyWithAKey, .users: nil
            case .ownerOfTheDevice: role == .owner ? nil : 404
            case .members: isIn ? nil : 404
            case .membersButOwner: isIn ? (role == .owner ? 409 : nil) : 404
            case .owner: isIn ? (role == .owner ? nil : 403) : 404
            }
        }
    }

    /// A group with two members, somebody who is banned, places and a device.
    struct Setting {
        var group: ID<Group>
        var code: String
        var member: ID<GroupsFeature.Member>
        var ban: ID<Ban>
        var device: NewDevice
    }

    struct Row {
        let name: String
        let audience: Audience
        let access: RouteAccess
        let refusal: (Probe, Setting, Caller) async throws -> RouteError?

        init<Request, Reply>(
            _ route: Route<Request, Reply>, _ audience: Audience, _ request: @escaping (Setting) -> Request
        ) {
            (name, self.audience, access) = (route.name, audience, route.access)
            refusal = { probe, setting, caller in
                try await probe.refusal {
                    guard route.streams else {
                        _ = try await probe.call(route, request(setting), as: caller)
                        return
                    }
                    var replies = probe.replies(of: route, request(setting), as: caller).makeAsyncIterator()
                    _ = try await replies.next()
                }
            }
        }
    }

    private static let here = GeoPoint(lat: 41.57, lon: 2.26)

    static var rows: [Row] {
        let lastWill = AppMessage(Media(type: "application/json", bytes: Array(#"{"_type": "lwt"}"#.utf8)))
        return [
            Row(GroupService.createRoute, .users) { _ in .init(name: "More", myName: "X") },
            Row(GroupService.mineRoute, .everybodyWithAKey) { _ in .init() },
            Row(GroupService.joinRoute, .everybodyWithAKey) { .init(code: $0.code, name: "X") },
            Row(GroupService.positionRoute, .everybodyWithAKey) { _ in .init(fixes: [.at(41.57, 2.26)]) },
            Row(GroupService.addDeviceRoute, .users) { _ in .init(name: "X") },
            Row(GroupService.ownDevicesRoute, .users) { _ in .init() },
            Row(GroupService.removeDeviceRoute, .ownerOfTheDevice) { .init(device: ID($0.device.device.id.text)) },
            Row(GroupService.ownTracksRoute, .anybodyWithTheToken) {
                .init(token: $0.device.token, message: lastWill)
            },
            Row(GroupService.traccarRoute, .anybodyWithTheToken) {
                .init(token: $0.device.token, lat: 41.57, lon: 2.26)
            },
            Row(GroupService.traccarByGetRoute, .anybodyWithTheToken) {
                .init(token: $0.device.token, lat: 41.57, lon: 2.26)
            },
            Row(GroupService.oneRoute, .members) { .init(group: $0.group) },
            Row(GroupService.invitationRoute, .members) { .init(group: $0.group) },
            Row(GroupService.invitationPNGRoute, .members) { .init(group: $0.group) },
            Row(GroupService.invitationSVGRoute, .members) { .init(group: $0.group) },
            Row(GroupService.changeMeRoute, .members) { .init(group: $0.group, sharing: .rough) },
            Row(GroupService.leaveRoute, .membersButOwner) { .init(group: $0.group) },
            Row(GroupService.newsRoute, .members) { .init(group: $0.group) },
            Row(GroupService.snapshotRoute, .members) { .init(group: $0.group) },
            Row(GroupService.mapRoute, .members) { .init(group: $0.group) },
            Row(GroupService.trackRoute, .members) { .init(group: $0.group) },
            Row(GroupService.setMeetingRoute, .members) { .init(group: $0.group, name: "X", point: here) },
            Row(GroupService.removeMeetingRoute, .members) { .init(group: $0.group) },
            Row(GroupService.setPlaceRoute, .members) { .init(group: $0.group, place: "x", name: "X", point: here) },
            Row(GroupService.removePlaceRoute, .members) { .init(group: $0.group, place: "gate") },
            Row(GroupService.changeRoute, .owner) { .init(group: $0.group, name: "X") },
            Row(GroupService.transferRoute, .owner) { .init(group: $0.group, member: $0.member) },
            Row(GroupService.rotateCodeRoute, .owner) { .init(group: $0.group) },
            Row(GroupService.revokeCodeRoute, .owner) { .init(group: $0.group) },
            Row(GroupService.kickRoute, .owner) { .init(group: $0.group, member: $0.member) },
            Row(GroupService.bannedRoute, .owner) { .init(group: $0.group) },
            Row(GroupService.unbanRoute, .owner) { .init(group: $0.group, ban: $0.ban) },
            Row(GroupService.removeRoute, .owner) { .init(group: $0.group) },
        ]
    }

    @Test func everyRouteIsInTheTable() {
        let served = Groups.contracts.filter { $0.role == .serves }.map(\.name)
        #expect(Set(Self.rows.map(\.name)) == Set(served) && Self.rows.count == served.count)
    }

    @Test(arguments: Role.allCases) func aRoleMayWhatIsMeantForIt(_ role: Role) async throws {
        for row in Self.rows {
            #expect(row.access == row.audience.access, "\(row.name)")
            // The host lets no guests through to what is for users.
            guard row.access != .user || role.caller.isSignedIn else { continue }
            try await withGroups { probe in
                let setting = try await setUp(probe)
                let refusal = try await row.refusal(probe, setting, role.caller)
                #expect(refusal?.status == row.audience.status(role), "\(row.name): \(refusal?.detail ?? "allowed")")
            }
        }
    }

    private func setUp(_ probe: Probe) async throws -> Setting {
        let (group, code) = try await probe.group(history: .hours(1))
        for (caller, name) in [(bob, "Bob"), (phone, "Phone"), (Caller.user("accounts:zoe"), "Zoe")] {
            try await probe.join(code, as: caller, name: name)
        }
        let zoe = try await probe.share(.off, in: group, as: .user("accounts:zoe")).id
        _ = try await probe.call(GroupService.kickRoute, .init(group: group, member: zoe, ban: true), as: ada)
        _ = try await probe.call(
            GroupService.setPlaceRoute, .init(group: group, place: "gate", name: "Gate", point: Self.here), as: ada)
        let ban = try #require(
            try await probe.call(GroupService.bannedRoute, .init(group: group), as: ada).items.first)
        return Setting(
            group: group, code: code, member: try await probe.share(.exact, in: group, as: bob).id,
            ban: ID(ban.id.text), device: try await probe.call(GroupService.addDeviceRoute, .init(name: "X"), as: ada))
    }
}
