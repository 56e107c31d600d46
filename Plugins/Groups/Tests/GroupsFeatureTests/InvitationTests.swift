import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Testing

@testable import GroupsFeature

/// What is scanned and what comes of it.
@Suite(.timeLimit(.minutes(1))) struct InvitationTests {
    /// The codes that zbar reads are the links, and what they hold joins the group.
    @Test(arguments: [false, true]) func whoScansACodeJoins(web: Bool) async throws {
        try await withGroups(.init(webLink: "https://circuit.example/join?lang=es")) { probe in
            let (group, _) = try await probe.group()
            let invitation = try await probe.call(GroupService.invitationRoute, .init(group: group), as: ada)
            let link = try #require(web ? invitation.webLink : invitation.link)
            let start = web ? "https://circuit.example/join?lang=es&groupId=" : "georacing://join?groupId="
            #expect(link == "\(start)\(group)&code=\(invitation.code)")
            let png = try await probe.call(GroupService.invitationPNGRoute, .init(group: group, web: web), as: ada)
            let svg = try await probe.call(GroupService.invitationSVGRoute, .init(group: group, web: web), as: ada)
            #expect(png.type == "image/png" && svg.type == "image/svg+xml")
            let scanned = try zbarText(in: png.bytes)
            #expect(scanned == link + "\n")
            #expect(try zbarText(in: svg.bytes, isDrawing: true) == link + "\n")
            let code = try #require(scanned.split(separator: "code=").last).dropLast()
            try await probe.join(String(code), as: bob)
            #expect(try await probe.call(GroupService.oneRoute, .init(group: group), as: bob).members == 2)
            // The next code is another one, and this one is worth nothing then.
            _ = try await probe.call(GroupService.rotateCodeRoute, .init(group: group), as: ada)
            let second = try await probe.call(GroupService.invitationPNGRoute, .init(group: group, web: web), as: ada)
            #expect(try zbarText(in: second.bytes) != scanned)
            #expect(try await probe.refusal { try await probe.join(String(code), as: eve) }?.status == 404)
        }
    }

    @Test func signingInTakesNoMoreGroupsAlongThanSomebodyMayBeIn() async throws {
        try await withGroups(.init(mostGroups: 3)) { probe in
            let zoe = Caller.user("accounts:zoe", device: "phone")
            var groups: [ID<Group>] = []
            for number in 0..<3 {
                let (group, code) = try await probe.group(as: .user("accounts:owner\(number)"))
                try await probe.join(code, as: phone)
                groups.append(group)
                await probe.advance(.seconds(1))
            }
            for number in 3..<5 {
                let (_, code) = try await probe.group(as: .user("accounts:owner\(number)"))
                try await probe.join(code, as: .user("accounts:zoe"))
            }
            // The one that was joined first comes along; the others stay with the phone, as they were.
            let mine = try await probe.call(GroupService.mineRoute, .init(), as: zoe).items
            #expect(mine.count == 3 && mine.contains { $0.id.text == groups[0].text })
            let left = try await probe.call(GroupService.mineRoute, .init(), as: phone).items.map(\.id.text)
            #expect(left == groups.dropFirst().map(\.text))
            // Where there is room again the next one does.
            _ = try await probe.call(GroupService.leaveRoute, .init(group: groups[0]), as: zoe)
            let next = try await probe.call(GroupService.mineRoute, .init(), as: zoe).items
            #expect(next.count == 3 && next.contains { $0.id.text == groups[1].text })
        }
    }
}
