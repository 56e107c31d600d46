import FeatureKit
import HostConfig
import Testing

@testable import HostAccess

/// What users are made of.
@Suite struct IdentityReaderTests {
    private func identity(_ more: Members, map: [String: String]? = nil) throws -> Identity {
        var claims: Members = ["iss": "i", "sub": "4f1c", "aud": "b", "exp": 1]
        for (name, value) in more { claims[name] = value }
        let reader = IdentityReader(
            issuer(attributes: ["mail": "email", "age": "p.age"], roles: .init(claim: "roles", map: map)))
        return reader.identity(try Claims(claims), until: Timestamp(nanoseconds: 1))
    }

    @Test func `attributes are what claims tell`() throws {
        let user = try identity(["email": "a@b.c", "p": ["age": 7], "other": true])
        #expect(user.key == "a:4f1c")
        #expect(user.attributes == ["mail": "a@b.c", "age": 7])
        #expect(user.told.map(\.name) == ["age", "mail"])
        #expect(user.until == Timestamp(nanoseconds: 1))
    }

    @Test func `what is too long or no plain value is no attribute`() throws {
        let long = Value.text(String(repeating: "x", count: 257))
        #expect(try identity(["email": long]).attributes.isEmpty)
        #expect(try identity(["email": ["x": 1]]).attributes.isEmpty)
        #expect(try identity(["email": .list([long])]).attributes.isEmpty)
        #expect(try identity(["email": .list(Array(repeating: "x", count: 65))]).attributes.isEmpty)
        #expect(try identity(["email": ["a", 1]]).attributes.isEmpty)
        #expect(try identity(["email": nil]).attributes.isEmpty)
        #expect(try identity(["email": ["a", "b"]]).attributes == ["mail": ["a", "b"]])
    }

    @Test func `roles are a text or a list of them, by a map where there is one`() throws {
        #expect(try identity(["roles": "staff"]).roles == ["staff"])
        #expect(try identity(["roles": ["a", "b", "a"]]).roles == ["a", "b"])
        #expect(try identity(["roles": ["a", 1]]).roles == [])
        #expect(try identity(["roles": ["staff": true]]).roles == [])
        #expect(try identity([:]).roles == [])
        #expect(try identity(["roles": ["admin", "staff"]], map: ["admin": "boss"]).roles == ["boss"])
        #expect(try identity(["roles": ["staff"]], map: [:]).roles == [])
    }

    @Test func `the same user has the same digest, another one another`() throws {
        let one = try identity(["email": "a"])
        #expect(try identity(["email": "a"]).digest == one.digest)
        #expect(try identity(["email": "b"]).digest != one.digest)
        #expect(try identity(["email": "a", "sub": "x"]).digest != one.digest)
    }
}
