import AccountsContracts
@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@testable import AccountsFeature

/// What takes a mail: addresses that are confirmed, passwords that were forgotten, addresses that change.
@Suite(.timeLimit(.minutes(2))) struct MailTests {
    private func register(
        _ probe: Probe, _ email: String, _ password: String = good, from address: String = "192.0.2.1"
    ) async throws {
        let registered = try await probe.call(
            AccountService.registerRoute, .init(email: email, password: Secret(password), language: "es"),
            as: .device("phone", from: address))
        #expect(registered.next == .confirm)
        #expect(registered.session == nil)
    }

    private func confirm(_ probe: Probe, _ token: Secret?, _ password: String = good) async throws -> SignedIn {
        try await probe.call(
            AccountService.confirmRoute, .init(token: try #require(token), password: Secret(password)),
            as: .device("phone"))
    }

    private func signUp(_ probe: Probe, _ email: String) async throws -> SignedIn {
        try await register(probe, email)
        return try await confirm(probe, try await probe.mail(.confirm).token)
    }

    @Test func anAccountIsThereOnceItsMailWasRead() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            try await register(probe, "Ada@b.example")
            let mail = try await probe.mail(.confirm)
            #expect(mail.email == "Ada@b.example")
            #expect(mail.language == "es")
            #expect(mail.until == probe.clock.now.advanced(by: .hours(24)))
            #expect(mail.token?.reveal().split(separator: ".").map(\.utf8.count) == [22, 43])
            #expect(
                try await probe.refusal { try await probe.login("ada@b.example") }
                    == AccountRefusal.invalidCredentials.answer)
            // The link in the mail is not enough: only the person who chose the password can confirm the account.
            #expect(
                try await probe.refusal { try await confirm(probe, mail.token, other) }
                    == AccountRefusal.invalidCredentials.answer)
            let session = try await confirm(probe, mail.token)
            #expect(try Claims(session.accessToken).claims["email_verified"] == true)
            #expect(
                try await probe.refusal { try await confirm(probe, mail.token) } == AccountRefusal.invalidToken.answer)
            #expect(try await probe.login("ada@b.example").user == session.user)
        }
    }

    @Test func thereIsOneReplyWhetherAnAddressIsTakenOrNot() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            let ada = try await signUp(probe, "ada@b.example")
            let before = probe.hashes
            try await register(probe, "ADA@b.example", other)
            #expect(probe.hashes == before + 1)
            let mail = try await probe.mail(.taken)
            #expect(mail.token == nil)
            _ = try await probe.login("ada@b.example")
            try await register(probe, "new@b.example", other)
            #expect(probe.hashes == before + 3)
            _ = try await probe.mail(.confirm)
            for email in ["ada@b.example", "nobody@b.example"] {
                #expect(
                    try await probe.call(AccountService.forgotRoute, .init(email: email), as: .device("phone"))
                        == Done()
                )
            }
            #expect(try await probe.mail(.reset).email == "ada@b.example")
            try await probe.expectNoMail()
            #expect(ada.user.utf8.count == 22)
        }
    }

    /// Somebody registers another's address: the owner's own registration still counts, and nobody else's password does.
    @Test func whoRegistersAnothersAddressGainsNothing() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            try await register(probe, "ada@b.example", other, from: "203.0.113.1")
            let foreign = try await probe.mail(.confirm)
            try await register(probe, "ada@b.example", good)
            let own = try await probe.mail(.confirm)
            try await register(probe, "ada@b.example", other, from: "203.0.113.1")
            let third = try await probe.mail(.confirm)
            #expect(
                try await probe.refusal { try await confirm(probe, foreign.token, good) }
                    == AccountRefusal.invalidCredentials.answer)
            _ = try await confirm(probe, own.token, good)
            for token in [foreign.token, third.token] {
                #expect(
                    try await probe.refusal { try await confirm(probe, token, other) }
                        == AccountRefusal.invalidToken.answer)
            }
            #expect(
                try await probe.refusal { try await probe.login("ada@b.example", other) }
                    == AccountRefusal.invalidCredentials.answer)
        }
    }

    @Test func fiftyWhoRegisterOneAddressAndAllConfirmMakeOneAccount() async throws {
        let settings = Accounts.Settings.quick(confirm: .email) {
            ($0.limits.requests, $0.limits.mails) = (1_000, 1_000)
        }
        try await withFeature(Accounts.self, settings: settings) { probe in
            var tokens: [Secret] = []
            for _ in 1...5 {
                try await register(probe, "ada@b.example")
                tokens.append(try #require(try await probe.mail(.confirm).token))
            }
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<30 {
                    let token = tokens[number % tokens.count]
                    group.addTask { try await probe.refusal { try await confirm(probe, token) }?.code ?? "in" }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(codes["in"] == 1)
            #expect(try await probe.store.collection(Account.documents).count() == 1)
            #expect(try await probe.store.collection(Ticket.documents).count() == 0)
        }
    }

    @Test func aTokensTimeIsOver() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            try await register(probe, "ada@b.example")
            let token = try await probe.mail(.confirm).token
            await probe.advance(.hours(24))
            #expect(try await probe.refusal { try await confirm(probe, token) } == AccountRefusal.invalidToken.answer)
            await probe.advance(.hours(1))
            #expect(try await probe.store.collection(Ticket.documents).count() == 0)
        }
    }

    @Test func mailsToOneAddressAreCounted() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            for _ in 1...8 { try await register(probe, "ada@b.example") }
            for _ in 1...5 { _ = try await probe.mail(.confirm) }
            try await probe.expectNoMail()
            for _ in 9...30 { try await register(probe, "bob@b.example") }
            let refusal = try await probe.refusal { try await register(probe, "bob@b.example") }
            #expect(refusal?.code == "too-many-attempts")
        }
    }

    // MARK: - Forgotten passwords

    @Test func aForgottenPasswordIsReplacedOnce() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            let session = try await signUp(probe, "ada@b.example")
            _ = try await probe.call(AccountService.forgotRoute, .init(email: "ADA@b.example"), as: .device("x"))
            let older = try #require(try await probe.mail(.reset).token)
            _ = try await probe.call(AccountService.forgotRoute, .init(email: "ada@b.example"), as: .device("x"))
            let token = try #require(try await probe.mail(.reset).token)
            // The newest counts.
            let reset = { @Sendable (token: Secret, password: String) in
                try await probe.refusal {
                    try await probe.call(
                        AccountService.resetRoute, .init(token: token, password: Secret(password)), as: .device("x"))
                }
            }
            #expect(try await reset(older, other) == AccountRefusal.invalidToken.answer)
            #expect(try await reset(token, "short") == AccountRefusal.passwordLength.answer)
            #expect(try await reset(token, "ada@b.example") == AccountRefusal.passwordIsEmail.answer)
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...10 { group.addTask { try await reset(token, other)?.code ?? "done" } }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(codes == ["done": 1, "invalid-token": 9])
            #expect(try await probe.expect(SessionRevocation.topic).session == session.session)
            #expect(try await probe.mail(.password).email == "ada@b.example")
            #expect(
                try await probe.refusal { try await probe.refresh(session.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            #expect(
                try await probe.refusal { try await probe.login("ada@b.example", good) }
                    == AccountRefusal.invalidCredentials.answer)
            _ = try await probe.login("ada@b.example", other)
        }
    }

    @Test func aResetTokenHasHalfAnHour() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            _ = try await probe.register("ada@b.example")
            _ = try await probe.call(AccountService.forgotRoute, .init(email: "ada@b.example"), as: .device("x"))
            let token = try #require(try await probe.mail(.reset).token)
            await probe.advance(.minutes(30))
            let refusal = try await probe.refusal {
                try await probe.call(AccountService.resetRoute, .init(token: token, password: Secret(other)))
            }
            #expect(refusal == AccountRefusal.invalidToken.answer)
            // A token of one kind is none of another.
            #expect(try await probe.refusal { try await confirm(probe, token) } == AccountRefusal.invalidToken.answer)
        }
    }

    /// The token that a mail carries is nowhere but in the mail.
    @Test func noTokenIsKept() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            try await register(probe, "ada@b.example")
            let token = try #require(try await probe.mail(.confirm).token).reveal()
            for ticket in try await probe.store.collection(Ticket.documents).query().items {
                #expect(!ticket.id.contains(token))
                #expect(try !Value(encoding: ticket.document).json.contains(token))
            }
            // Nor in what waits to be sent.
            try await register(probe, "ada@b.example")
            await probe.settle()
            let waiting = try probe.store.collection(named: "kit-jobs", as: Value.self)
            let seal = try #require(token.split(separator: ".").last)
            for row in try await waiting.query().items { #expect(!row.document.json.contains(seal)) }
            #expect(try await waiting.count() == 1)
        }
    }

    // MARK: - Another address

    @Test func anAccountMovesOnceTheNewAddressIsConfirmed() async throws {
        try await withFeature(Accounts.self, settings: .quick(confirm: .email)) { probe in
            let ada = try await signUp(probe, "ada@b.example")
            _ = try await signUp(probe, "bob@b.example")
            let move = { (email: String, password: String) in
                try await probe.refusal {
                    try await probe.call(
                        AccountService.emailRoute, .init(email: email, password: Secret(password)),
                        as: .bearer(ada))
                }
            }
            #expect(try await move("new@b.example", other) == AccountRefusal.wrongPassword.answer)
            // An address that somebody has is told to nobody but its owner.
            #expect(try await move("bob@b.example", good) == nil)
            #expect(try await probe.mail(.taken).email == "bob@b.example")
            #expect(try await move("new@b.example", good) == nil)
            let mail = try await probe.mail(.change)
            #expect(mail.email == "new@b.example")
            #expect(try await probe.mail(.changing).email == "ada@b.example")
            #expect(
                try await probe.refusal { try await probe.login("new@b.example") }
                    == AccountRefusal.invalidCredentials.answer)
            let moved = try await confirm(probe, mail.token)
            #expect(moved.user == ada.user)
            #expect(try Claims(moved.accessToken).claims["email"] == "new@b.example")
            #expect(try await probe.mail(.changed).email == "ada@b.example")
            #expect(
                try await probe.refusal { try await probe.login("ada@b.example") }
                    == AccountRefusal.invalidCredentials.answer)
            #expect(try await probe.login("new@b.example").user == ada.user)
        }
    }

    @Test func aPasswordChangesWithTheOldOneAndOtherSessionsEnd() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let here = try await probe.register("ada@b.example")
            let there = try await probe.login("ada@b.example")
            let change = { (old: String, new: String) in
                try await probe.refusal {
                    try await probe.call(
                        AccountService.passwordRoute, .init(old: Secret(old), new: Secret(new)),
                        as: .bearer(here))
                }
            }
            #expect(try await change(other, other) == AccountRefusal.wrongPassword.answer)
            #expect(try await change(good, "password") == AccountRefusal.passwordIsCommon.answer)
            #expect(try await change(good, other) == nil)
            #expect(try await probe.expect(SessionRevocation.topic).session == there.session)
            #expect(
                try await probe.refusal { try await probe.refresh(there.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            _ = try await probe.refresh(here.refreshToken)
            _ = try await probe.login("ada@b.example", other)
            for _ in 1...9 { _ = try await change(good, other) }
            #expect(try await change(good, other) == AccountRefusal.wrongPassword.answer)
            #expect(try await change(good, other)?.code == "too-many-attempts")
        }
    }
}
