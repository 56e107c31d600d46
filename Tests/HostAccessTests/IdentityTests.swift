import Testing

@testable import HostAccess

struct IdentityTests {
    @Test("A user without roles has none")
    func plainUser() { #expect(Identity(key: "accounts:1").roles.isEmpty) }
}
