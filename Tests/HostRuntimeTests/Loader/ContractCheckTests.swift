@_spi(Hosting) import FeatureKit
import Testing

@testable import HostRuntime

@Suite struct ContractCheckTests {
    private func subject(_ id: String, _ contracts: [Contract]) -> ContractCheck.Subject {
        ContractCheck.Subject(id: id, manifest: "\(id)/feature.yaml", contracts: contracts)
    }

    @Test func `what is well named is fine`() {
        #expect(
            ContractCheck.problems(
                in: subject("lamp", [.publishes(.lit), .reads(.ping), .serves(.blink), .requests(.draw)])) == [])
    }

    @Test func `a name that is none, or the host's, is told`() {
        let lamp = subject(
            "lamp",
            [
                .publishes(Topic<Int>("a b")), .reads(Topic<Int>(".x")), .publishes(Topic<Int>("host.mine")),
                .reads(.hostFeatures), .publishes(.flagExposure),
            ])
        let (form, hosts) = (
            "which is no name; take words of letters, digits, dashes and underscores, joined by dots",
            "on which the host alone speaks; take another name"
        )
        #expect(
            ContractCheck.problems(in: lamp).map(\.message) == [
                "the library publishes \"a b\", \(form)", "the library reads \".x\", \(form)",
                "the library publishes \"host.mine\", \(hosts)", "the library publishes \"flags.exposure\", \(hosts)",
            ])
    }

    @Test func `a watchable topic is not called as the host's own events are`() {
        let lamp = subject(
            "lamp", [.publishes(Topic<Int>("lamp.end")), .publishes(Topic<Int>("lamp.gap"), watchable: true)])
        #expect(ContractCheck.problems(in: lamp).map(\.fault) == [.controlEvent("lamp.gap")])
    }

    @Test func `a route that streams is not called as the host's own events are`() {
        func route(_ name: String, streams: Bool) -> Contract {
            .serves(Route<Nothing, Nothing>(name, .get, "/x", access: .everyone, streams: streams))
        }
        let lamp = subject(
            "lamp",
            [
                route("lamp.end", streams: true), route("lamp.gap", streams: false), route("lamp.ended", streams: true),
                route("problem", streams: true),
            ])
        #expect(
            ContractCheck.misnomers(in: lamp).map(\.description)
                == ["lamp.end", "problem"].map { name in
                    "lamp/feature.yaml: error: \"\(name)\" can't be streamed: its events would be taken for the host's "
                        + "own, which are \"end\", \"gap\" and \"problem\"; give it another last word"
                })
    }

    @Test func `what can't be kept as it is declared is told, all of it`() {
        let lamp = subject(
            "lamp",
            [
                .keeps(Documents<Lit>("lamps", indexes: [.on("color")])), .keeps(Documents<Lit>("lamps")),
                .keeps(Documents<Lit>("blobs")), .keepsBlobs,
            ])
        let problems = ContractCheck.unkeepable(in: lamp).map(\.description)
        #expect(problems.count == 3)
        #expect(
            problems.first
                == "lamp/feature.yaml: error: a collection can't be called \"blobs\", which stands for blobs; "
                + "give it another name, or write .keepsBlobs where blobs are meant")
        // The kit's own words about the index.
        #expect(problems.dropFirst().first?.contains("color") == true)
        #expect(
            problems.last
                == "lamp/feature.yaml: error: \"lamps\" is kept twice; leave one .keeps(…) of it in the contracts")
        #expect(ContractCheck.unkeepable(in: subject("lamp", [.keeps(Documents<Lit>("lamps")), .keepsBlobs])) == [])
    }

    @Test func `more collections than a store has are too many`() {
        let many = (0...64).map { Contract.keeps(Documents<Lit>("lamps-\($0)")) }
        #expect(
            ContractCheck.unkeepable(in: subject("lamp", many)).map(\.description)
                == ["lamp/feature.yaml: error: keeps 65 collections; the most is 64"])
        #expect(ContractCheck.unkeepable(in: subject("lamp", many.dropLast())) == [])
    }

    @Test func equalShapesOfDifferentTypesFit() {
        let clashes = ContractCheck.clashes(between: [
            subject("lamp", [.publishes(.lit), .serves(.blink)]),
            subject("wall", [.reads(.litTwin), .requests(.blink)]),
        ])
        #expect(clashes.isEmpty)
    }

    /// Whoever reads has to agree with whoever publishes, in whatever order they are loaded.
    @Test(arguments: [false, true])
    func theReaderIsBlamed(readerComesFirst: Bool) {
        let subjects = [subject("lamp", [.publishes(.lit)]), subject("wall", [.reads(.litOtherwise)])]
        let clashes = ContractCheck.clashes(between: readerComesFirst ? subjects.reversed() : subjects)
        #expect(clashes.map(\.feature) == ["wall"])
        #expect(
            clashes.map(\.problem.description) == [
                "wall/feature.yaml: error: topic \"lamp.lit\" has another Shape in \"wall\" than in \"lamp\": "
                    + "at colour, \"wall\" says a text, \"lamp\" says a whole number; make both the same and build again"
            ])
    }

    @Test func requestsAndRepliesAreCompared() {
        let clashes = ContractCheck.clashes(between: [
            subject("lamp", [.serves(.blink)]),
            subject("wall", [.requests(.blinkOtherReply)]),
            subject("hall", [.requests(.blinkOtherRequest), .requests(.blinkOtherReply)]),
        ])
        #expect(
            clashes.map(\.problem.description) == [
                "wall/feature.yaml: error: the reply of route \"lamp.blink\" has another Shape in \"wall\" than in "
                    + "\"lamp\": \"wall\" says a text, \"lamp\" says true or false; make both the same and build again",
                "hall/feature.yaml: error: the request of route \"lamp.blink\" has another Shape in \"hall\" than in "
                    + "\"lamp\": \"hall\" says a number, \"lamp\" says a whole number; "
                    + "make both the same and build again",
            ])
    }

    @Test func readersWithoutAPublisherAgreeWithTheFirst() {
        let clashes = ContractCheck.clashes(between: [
            subject("a", [.reads(.lit)]), subject("b", [.reads(.litOtherwise)]), subject("c", [.reads(.litTwin)]),
        ])
        #expect(clashes.map(\.feature) == ["b"])
    }
}

private struct Lit: Shaped, Codable {
    var colour: Int
    static let shape = Shape.object([Field("colour", .integer(), "What it shows.")])
}

private struct LitTwin: Shaped, Codable {
    var colour: Int
    static let shape = Shape.object([Field("colour", .integer(), "Said in other words.")])
}

private struct LitOtherwise: Shaped, Codable {
    var colour: String
    static let shape = Shape.object([Field("colour", .text(), "What it shows.")])
}

extension Topic where Payload == Lit { fileprivate static var lit: Self { .init("lamp.lit") } }
extension Topic where Payload == LitTwin { fileprivate static var litTwin: Self { .init("lamp.lit") } }
extension Topic where Payload == LitOtherwise { fileprivate static var litOtherwise: Self { .init("lamp.lit") } }
extension Topic where Payload == Int { fileprivate static var ping: Self { .init("ping") } }

extension Route where Request == Int, Reply == Bool {
    fileprivate static var blink: Self { .init("lamp.blink", .post, "/blinks", access: .everyone) }
    fileprivate static var draw: Self { .init("power.draw", .post, "/draws", access: .everyone) }
}
extension Route where Request == Int, Reply == String {
    fileprivate static var blinkOtherReply: Self { .init("lamp.blink", .post, "/blinks", access: .everyone) }
}
extension Route where Request == Double, Reply == Bool {
    fileprivate static var blinkOtherRequest: Self { .init("lamp.blink", .post, "/blinks", access: .everyone) }
}
