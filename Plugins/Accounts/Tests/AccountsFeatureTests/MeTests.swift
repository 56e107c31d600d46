import AccountsContracts
import FeatureKit
import FeatureTestKit
import Testing

@testable import AccountsFeature

/// What people say about themselves, whichever issuer signed them in.
@Suite(.timeLimit(.minutes(2))) struct MeTests {
    private let foreign = Caller.user("firebase:u1", roles: ["vip"])

    @Test func aPatchChangesWhatItNames() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            #expect(try await probe.call(AccountService.meRoute, Nothing(), as: foreign).version == 0)
            var me = try await probe.call(
                AccountService.meChangeRoute,
                .init([
                    ("name", "Ada"),
                    ("preferences", ["theme": "dark", "extra": ["a": ["b": 1, "c": 2]]]),
                ]),
                as: foreign)
            #expect(me.profile.name == "Ada")
            #expect(me.profile.preferences.theme == .dark)
            #expect(me.key == "firebase:u1")
            #expect(me.roles == ["vip"])
            me = try await probe.call(
                AccountService.meChangeRoute,
                .init(
                    version: me.version,
                    [
                        ("name", .null),
                        ("preferences", ["theme": .null, "largeFont": true, "extra": ["a": ["b": .null]]]),
                    ]),
                as: foreign)
            #expect(me.profile.name == nil)
            #expect(me.profile.preferences.theme == .system)
            #expect(me.profile.preferences.largeFont)
            #expect(me.profile.preferences.extra == ["a": ["c": 2]])
            let refusal = try await probe.refusal {
                try await probe.call(
                    AccountService.meChangeRoute, .init(version: me.version - 1, [("name", "Bob")]), as: foreign)
            }
            #expect(refusal == AccountRefusal.changedMeanwhile(version: me.version).answer)
            #expect(try await probe.call(AccountService.meRoute, Nothing(), as: foreign).profile == me.profile)
            #expect(
                try await probe.call(AccountService.meRoute, Nothing(), as: .user("firebase:u2")).profile == Profile())
        }
    }

    /// Nobody gives themselves a role, or writes what a Shape does not have.
    @Test func whatDoesNotFitIsRefusedAndChangesNothing() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let wrong: [[(String, Value)]] = [
                [("preferences", ["roles": ["admin"]])], [("preferences", ["theme": "pink"])], [("name", 5)],
                [("name", "")],
                [("preferences", "dark")], [("preferences", .null), ("name", ["x": "y"])],
                [("preferences", ["dashboardWidgets": .list(Array(repeating: "w", count: 51))])],
                [("language", "x")],
            ]
            for patch in wrong {
                let refusal = try await probe.refusal {
                    try await probe.call(AccountService.meChangeRoute, .init(patch), as: foreign)
                }
                #expect(refusal?.status == 400, "\(patch)")
            }
            let large = Value.text(String(repeating: "x", count: 40_000))
            let refusal = try await probe.refusal {
                try await probe.call(
                    AccountService.meChangeRoute, .init([("preferences", ["extra": ["a": large]])]), as: foreign)
            }
            #expect(refusal?.status == 413)
            #expect(try await probe.call(AccountService.meRoute, Nothing(), as: foreign).profile == Profile())
            for (field, value) in [("roles", ["admin"]), ("seat", ["row": "1"]), ("seats", [])] as [(String, Value)] {
                let refusal = try await probe.refusal {
                    try await probe.call(AccountService.meChangeRoute, .init([(field, value)]), as: foreign)
                }
                #expect(refusal?.detail == "\"\(field)\" can't be changed; what can is name, language, preferences")
            }
        }
    }

    @Test func seatsAreRemembered() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            for row in 1...25 {
                _ = try await probe.call(
                    AccountService.seatRoute, Seat(grandstand: "G", row: "\(row)", seatNumber: "7"), as: foreign)
            }
            _ = try await probe.call(
                AccountService.seatRoute, Seat(grandstand: "G", row: "24", seatNumber: "7"), as: foreign)
            var profile = try await probe.call(AccountService.meRoute, Nothing(), as: foreign).profile
            #expect(profile.seat?.row == "24")
            #expect(profile.seats.count == 20)
            #expect(profile.seats.prefix(3).map(\.row) == ["25", "24", "23"])
            profile = try await probe.call(AccountService.seatLeaveRoute, Nothing(), as: foreign).profile
            #expect(profile.seat == nil)
            #expect(profile.seats.prefix(3).map(\.row) == ["24", "25", "23"])
            #expect(
                try await probe.refusal { try await probe.call(AccountService.seatRoute, Seat(zone: ""), as: foreign) }?
                    .status
                    == 400)
        }
    }

    @Test func fiftyWhoChangeAtOnceLoseNothing() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            try await withThrowingTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        let patch: [(String, Value)] = [
                            ("preferences", ["extra": .object(Members([("k\(number)", 1)]))])
                        ]
                        _ = try await probe.call(AccountService.meChangeRoute, .init(patch), as: foreign)
                    }
                }
                try await group.waitForAll()
            }
            #expect(
                try await probe.call(AccountService.meRoute, Nothing(), as: foreign).profile.preferences.extra.count
                    == 50)
        }
    }

    @Test func callersWithoutAnAccountHaveNoProfile() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            for caller in [
                Caller.anybody, .device("phone"), .system, .user("accounts:"), .user("accounts:nobody"),
                .user("accounts:\0"),
            ] {
                let refusal = try await probe.refusal {
                    try await probe.call(AccountService.meRoute, Nothing(), as: caller)
                }
                #expect(refusal?.status == 401 || refusal?.status == 400, "\(caller)")
            }
            for refusal in [
                try await probe.refusal {
                    try await probe.call(AccountService.sessionListRoute, Nothing(), as: foreign)
                },
                try await probe.refusal {
                    try await probe.call(
                        AccountService.passwordRoute, .init(old: Secret(good), new: Secret(other)),
                        as: foreign)
                },
            ] { #expect(refusal == AccountRefusal.notOurs.answer) }
        }
    }

    @Test func everythingIsHandedOutButSecrets() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let ada = try await probe.register("ada@b.example")
            _ = try await probe.call(AccountService.seatRoute, Seat(zone: "Z"), as: .bearer(ada))
            let export = try await probe.call(AccountService.exportRoute, Nothing(), as: .bearer(ada))
            #expect(export.me.email == "ada@b.example")
            #expect(export.me.profile.seat == Seat(zone: "Z"))
            #expect(export.sessions.map(\.id.text) == [ada.session])
            let text = try Value(encoding: export).json
            for word in ["argon2", "hash", good, "current", "previous"] { #expect(!text.contains(word)) }
        }
    }

    @Test func whoGoesLeavesNothingAndNobodyGetsTheirID() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let ada = try await probe.register("ada@b.example")
            _ = try await probe.call(
                AccountService.meChangeRoute, .init([("name", "Ada Lovelace")]), as: .bearer(ada))
            _ = try await probe.call(AccountService.forgotRoute, .init(email: "ada@b.example"), as: .device("x"))
            let token = try #require(try await probe.mail(.reset).token)
            for password in [nil, other] {
                let refusal = try await probe.refusal {
                    try await probe.call(
                        AccountService.deleteRoute, .init(password: password.map { Secret($0) }), as: .bearer(ada))
                }
                #expect(refusal == AccountRefusal.wrongPassword.answer)
            }
            _ = try await probe.call(AccountService.deleteRoute, .init(password: Secret(good)), as: .bearer(ada))
            #expect(try await probe.expect(SessionRevocation.topic).session == ada.session)
            // The access token still counts somewhere for some minutes; not here.
            for refusal in [
                try await probe.refusal { try await probe.call(AccountService.meRoute, Nothing(), as: .bearer(ada)) },
                try await probe.refusal {
                    try await probe.call(AccountService.seatRoute, Seat(zone: "Z"), as: .user("accounts:\(ada.user)"))
                },
            ] { #expect(refusal == AccountRefusal.unauthenticated.answer) }
            #expect(
                try await probe.refusal { try await probe.refresh(ada.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            #expect(
                try await probe.refusal {
                    try await probe.call(AccountService.resetRoute, .init(token: token, password: Secret(other)))
                } == AccountRefusal.invalidToken.answer)
            var kept = ""
            for account in try await probe.store.collection(Account.documents).query().items {
                kept += try Value(encoding: account.document).json
            }
            for session in try await probe.store.collection(Session.documents).query().items {
                kept += try Value(encoding: session.document).json
            }
            for profile in try await probe.store.collection(Profile.documents).query().items {
                kept += try Value(encoding: profile.document).json
            }
            for word in ["ada", "Ada", "Lovelace", "argon2", "phone"] { #expect(!kept.contains(word)) }
            let again = try await probe.register("ada@b.example")
            #expect(again.user != ada.user)
            #expect(try await probe.call(AccountService.meRoute, Nothing(), as: .bearer(again)).profile == Profile())
        }
    }

    @Test func whoWasSignedInElsewhereTakesTheProfileAway() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            _ = try await probe.call(AccountService.seatRoute, Seat(zone: "Z"), as: foreign)
            _ = try await probe.call(AccountService.deleteRoute, .init(), as: foreign)
            #expect(try await probe.expect(.erased) { $0.number > 0 }.number == 1)
            let ada = try await probe.register("ada@b.example")
            _ = try await probe.call(
                AccountService.deleteRoute, .init(password: Secret(good)), as: .bearer(ada))
            #expect(try await probe.expect(.erased).number == 2)
            // Also after a restart other modules learn who was erased.
            try await probe.restart(Accounts.self, .quick())
            #expect(try await probe.expect(.erased).number == 2)
            let all = try await probe.call(.erasures, ErasuresAfter(after: 0), as: .system)
            #expect(
                all.items == [Erasure(number: 1, key: "firebase:u1"), Erasure(number: 2, key: "accounts:\(ada.user)")])
            #expect(
                try await probe.call(.erasures, ErasuresAfter(after: 1, limit: 1), as: .system).items.map(\.number) == [
                    2
                ])
            #expect(try await probe.call(.erasures, ErasuresAfter(after: 2), as: .system).items == [])
            #expect(try await probe.store.collection(Profile.documents).count() == 0)
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct StaffTests {
    private let staff = Caller.user("accounts:s", roles: ["staff"])
    private let admin = Caller.user("accounts:a", roles: ["staff", "admin"])

    @Test func staffFindsAnAccountAndSendsItOut() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let ada = try await probe.register("Ada@b.example")
            let found = try await probe.call(AccountService.staffFindRoute, .init(email: "ADA@b.example"), as: staff)
            #expect(found.id.text == ada.user)
            #expect(found.email == "Ada@b.example")
            #expect(
                try await probe.refusal {
                    try await probe.call(AccountService.staffFindRoute, .init(email: "x@b.example"), as: staff)
                } == AccountRefusal.noAccount.answer)
            #expect(
                try await probe.call(AccountService.staffSessionsRoute, .init(account: ada.user), as: staff)
                    .sessions.map(\.id.text) == [
                        ada.session
                    ])
            _ = try await probe.call(AccountService.staffEndRoute, .init(account: ada.user), as: staff)
            #expect(try await probe.expect(SessionRevocation.topic).session == ada.session)
            let next = try await probe.login("ada@b.example")
            #expect(
                try await probe.call(
                    AccountService.staffDisableRoute, .init(account: ada.user, isDisabled: true), as: staff
                )
                .isDisabled)
            #expect(try await probe.expect(SessionRevocation.topic).session == next.session)
            #expect(
                try await probe.refusal { try await probe.login("ada@b.example") }
                    == AccountRefusal.invalidCredentials.answer)
            #expect(
                try await probe.refusal { try await probe.refresh(next.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            #expect(
                try await probe.refusal { try await probe.call(AccountService.meRoute, Nothing(), as: .bearer(next)) }
                    == AccountRefusal.unauthenticated.answer)
            _ = try await probe.call(
                AccountService.staffDisableRoute, .init(account: ada.user, isDisabled: false), as: staff)
            _ = try await probe.login("ada@b.example")
        }
    }

    @Test func rolesEndTheTokensThatSayOthers() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let ada = try await probe.register("ada@b.example")
            for roles in [["Admin"], [""], ["a b"], Array(repeating: "a", count: 17), ["ä"]] {
                let refusal = try await probe.refusal {
                    try await probe.call(
                        AccountService.staffRolesRoute, .init(account: ada.user, roles: roles), as: admin)
                }
                #expect(refusal?.status == 400)
            }
            #expect(
                try await probe.call(
                    AccountService.staffRolesRoute, .init(account: ada.user, roles: ["staff", "staff"]), as: admin
                )
                .roles == ["staff"])
            #expect(try await probe.expect(SessionRevocation.topic).session == ada.session)
            let next = try await probe.login("ada@b.example")
            #expect(try Claims(next.accessToken).claims["roles"] == ["staff"])
            _ = try await probe.call(
                AccountService.staffRolesRoute, .init(account: ada.user, roles: ["staff"]), as: admin)
            await probe.expectNone(SessionRevocation.topic)
        }
    }

    @Test func staffTouchesNoAdmin() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let ada = try await probe.register("ada@b.example")
            _ = try await probe.call(
                AccountService.staffRolesRoute, .init(account: ada.user, roles: ["admin"]), as: admin)
            for refusal in [
                try await probe.refusal {
                    try await probe.call(
                        AccountService.staffDisableRoute, .init(account: ada.user, isDisabled: true), as: staff)
                },
                try await probe.refusal {
                    try await probe.call(AccountService.staffEndRoute, .init(account: ada.user), as: staff)
                },
            ] { #expect(refusal == AccountRefusal.onlyAdmins.answer) }
            _ = try await probe.call(
                AccountService.staffDisableRoute, .init(account: ada.user, isDisabled: true), as: admin)
        }
    }

    @Test func `an admin in the settings has an email address`() {
        let settings = Accounts.Settings.quick { $0.admins = ["a@b.example", "boss", "c@"] }
        #expect(
            Accounts.problems(in: settings) == [
                SettingsProblem("admins", 1, "\"boss\" is no email address"),
                SettingsProblem("admins", 2, "\"c@\" is no email address"),
            ])
    }

    /// The first admins are in the settings, and who only claims their address is none.
    @Test func anAddressInTheSettingsIsAdminOnceItIsConfirmed() async throws {
        let settings = Accounts.Settings.quick { $0.admins = ["Boss@b.example"] }
        try await withFeature(Accounts.self, settings: settings) { probe in
            let claimed = try await probe.register("boss@b.example")
            #expect(try Claims(claimed.accessToken).claims["roles"] == [])
            _ = try await probe.call(AccountService.forgotRoute, .init(email: "boss@b.example"), as: .device("x"))
            let token = try #require(try await probe.mail(.reset).token)
            _ = try await probe.call(
                AccountService.resetRoute, .init(token: token, password: Secret(other)), as: .device("x"))
            #expect(
                try Claims(await probe.login("boss@b.example", other).accessToken).claims["roles"] == [
                    "admin", "staff",
                ])
            try await probe.restart(Accounts.self, .quick())
            #expect(try Claims(await probe.login("boss@b.example", other).accessToken).claims["roles"] == [])
        }
    }
}
