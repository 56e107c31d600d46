@_spi(Hosting) import FeatureKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// What documents of an earlier version need so that a build can read them.
@Suite struct StoredFieldTests {
    private static let migration = DocumentMigration("new", changes: "people") { _ in }

    private func losses(
        _ old: [Field], _ new: [Field], had previous: [DocumentMigration] = [], has migrations: [DocumentMigration] = []
    ) -> [String] {
        func keeps(_ fields: [Field], _ migrations: [DocumentMigration]) -> CollectionLayout {
            CollectionLayout(name: "parties", shape: .object(fields), indexes: [], migrations: migrations)
        }
        return StoredFieldCheck.lost(from: [keeps(old, previous)], to: [keeps(new, migrations)]).map(\.message)
    }

    private let people = Field("people", .integer(in: 0...500), "How many.")

    @Test func `what reads all of it is fine`() {
        let more = Field("note", .text(), "A note.", optional: true)
        #expect(losses([people], [people, more]) == [])
        #expect(losses([people], [Field("people", .number(), "How many.")]) == [])
        #expect(losses([people], [Field("people", .integer(), "How many.", optional: true)]) == [])
        #expect(losses([people], [Field("guests", .integer(), "How many.").was("people")]) == [])
        #expect(losses([people], [Field("people", .anything, "How many.")]) == [])
        let kinds = Field("kind", .choice(["a", "b"]), "A kind.")
        #expect(losses([kinds], [Field("kind", .choice(["c", "b", "a"]), "A kind.")]) == [])
        #expect(losses([kinds], [Field("kind", .text(), "A kind.")]) == [])
        #expect(losses([Field("a", .timestamp, "A.", default: "x")], [Field("a", .timestamp, "A.")]) == [])
    }

    @Test func `what does not says the field and what to write`() {
        let write = "a migration that changes \"people\""
        let of = "stored documents of \"parties\""
        #expect(
            losses([people], []) == [
                "\(of) have the field \"people\", which this build has not; write @Was(\"people\") on the field that is in "
                    + "its place, or \(write)"
            ])
        #expect(
            losses([people], [Field("people", .text(), "How many.")]) == [
                "\(of) have a whole number in the field \"people\", where this build takes a text; write \(write)"
            ])
        #expect(
            losses([people], [Field("people", .integer(in: 1...500), "How many.")]) == [
                "\(of) have 0 to 500 in the field \"people\", where this build takes only 1 to 500; keep the wider bounds, "
                    + "or write \(write)"
            ])
        #expect(
            losses([], [people]) == [
                "\(of) lack the field \"people\", which this build requires; give it a default, make it optional, or "
                    + "write \(write)"
            ])
        #expect(
            losses([Field("people", .integer(in: 0...500), "How many.", optional: true)], [people]) == [
                "\(of) may lack the field \"people\", which this build requires; keep it optional, or write \(write)"
            ])
        #expect(
            losses([Field("kind", .choice(["a", "b"]), "A kind.")], [Field("kind", .choice(["b"]), "A kind.")]) == [
                "\(of) have a in the field \"kind\", where this build takes only b; keep the wider bounds, or write a "
                    + "migration that changes \"kind\""
            ])
    }

    @Test func `it looks into lists, mappings and records`() {
        func inside(_ shape: Shape) -> [Field] {
            [Field("people", .list(of: .map(of: .object([Field("age", shape, "How old.")]))), "Who.")]
        }
        #expect(
            losses(inside(.text()), inside(.text(length: 0...10))).first?.hasPrefix(
                "stored documents of \"parties\" have 0 to 65536 characters in the field \"people.age\"") == true)
        let short = [Field("people", .list(of: .text(), count: 0...3), "Who.")]
        #expect(losses([Field("people", .list(of: .text()), "Who.")], short).count == 1)
    }

    @Test func `a migration counts once, for the change that it came with`() {
        let new = Field("people", .text(), "How many.")
        #expect(losses([people], [new], has: [Self.migration]) == [])
        #expect(losses([people], [new], had: [Self.migration], has: [Self.migration]).count == 1)
        #expect(losses([people], [], has: [Self.migration]) == [])
    }
}
