import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite struct KitCollectionTests {
    private struct News: Announcement, Codable {
        let id: ID<News>
        static let shape = Shape.object([Field("id", ID<News>.shape, "Which.")])
    }

    private struct Gossip: Announcement, Codable {
        let id: ID<Gossip>
        let word: Secret
        static let shape = Shape.object([
            Field("id", ID<Gossip>.shape, "Which."), Field("word", .secret, "What nobody may know."),
        ])
    }

    private struct Jot: Shaped, Codable {
        let text: String
        static let shape = Shape.object([Field("text", .text(), "What it says.")])
    }

    @Test func `What announces has an outbox, once; nothing else has`() {
        let contracts: [Contract] = [
            .keeps(Documents<Jot>("jots")), .announces(Topic<News>("a.news")), .announces(Topic<News>("b.news")),
        ]
        #expect(contracts.completed.map(\.name) == ["jots", "a.news", "b.news", "kit-outbox"])
        #expect([Contract.publishes(Topic<News>("a.news"))].completed.map(\.name) == ["a.news"])
        #expect(contracts.completed.storeProblems(of: "bars").isEmpty)
        let queues = [Contract.queues(JobQueue<News>("a")), .queues(JobQueue<News>("b"))]
        #expect(queues.completed.map(\.name).filter { $0 == "kit-jobs" }.count == 1)
    }

    @Test func `Who keeps nothing announces nothing, and secrets are not announced`() {
        let alone = [Contract.announces(Topic<News>("a.news"))].completed.storeProblems(of: "bars")
        #expect(
            alone.map(\.detail) == [
                "bars announces messages and keeps nothing; keep a collection, in whose transactions that is done"
            ])
        let secret: [Contract] = [.keepsBlobs, .announces(Topic<Gossip>("a.gossip"))]
        #expect(
            secret.completed.storeProblems(of: "bars").map(\.detail) == [
                "bars: what is kept of \"a.gossip\" has a secret, which is never written down"
            ])
    }

    @Test func `Names of the kit's own are refused, but for its own collections`() throws {
        #expect(
            throws: StoreError(
                .misused,
                #"bars: the collection "kit-outbox" makes no sense: names that begin with "kit-" are the kit's own"#)
        ) {
            try CheckedCollection(Documents<Jot>("kit-outbox").layout, of: "bars")
        }
        #expect(throws: StoreError.self) { try CheckedCollection(Documents<Jot>("kit-mine").layout, of: "bars") }
        for kit in KitCollection.allCases {
            _ = try CheckedCollection(try #require(kit.contract.collection), of: "bars")
        }
    }
}
