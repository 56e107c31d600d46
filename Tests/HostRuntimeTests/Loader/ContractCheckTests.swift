@_spi(Hosting) import FeatureKit
import HostConfig
import Testing

@testable import HostRuntime

@Suite struct ContractCheckTests {
    private func subject(_ id: String, _ contracts: [Contract]) -> ContractCheck.Subject {
        ContractCheck.Subject(id: id, manifest: "\(id)/feature.yaml", contracts: contracts)
    }

    @Test func `valid names have no problems`() {
        #expect(
            ContractCheck.problems(
                in: subject("lamp", [.publishes(.lit), .reads(.ping), .serves(.blink), .requests(.draw)])) == [])
    }

    @Test func `an invalid name and a name of the host are reported`() {
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

    @Test func `a watchable topic may not have the name of a host's event`() {
        let lamp = subject(
            "lamp", [.publishes(Topic<Int>("lamp.end")), .publishes(Topic<Int>("lamp.gap"), watchable: true)])
        #expect(ContractCheck.problems(in: lamp).map(\.fault) == [.controlEvent("lamp.gap")])
    }

    @Test func `a streaming route may not have the name of a host's event`() {
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

    @Test func `all problems with declared collections are reported`() {
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
        // The kit's own message about the index.
        #expect(problems.dropFirst().first?.contains("color") == true)
        #expect(
            problems.last
                == "lamp/feature.yaml: error: \"lamps\" is kept twice; leave one .keeps(…) of it in the contracts")
        #expect(ContractCheck.unkeepable(in: subject("lamp", [.keeps(Documents<Lit>("lamps")), .keepsBlobs])) == [])
    }

    @Test func `too many collections are reported`() {
        let many = (0...64).map { Contract.keeps(Documents<Lit>("lamps-\($0)")) }
        #expect(
            ContractCheck.unkeepable(in: subject("lamp", many)).map(\.description)
                == ["lamp/feature.yaml: error: keeps 65 collections; the most is 64"])
        #expect(ContractCheck.unkeepable(in: subject("lamp", many.dropLast())) == [])
    }

    @Test func `a request for a route that its module does not serve is reported if the module exists`() {
        let wall = subject("wall", [.requests(Self.route(Nothing.self, Nothing.self))])
        let porch = subject("porch", [.serves(Route<Nothing, Nothing>("porch.asks", .get, "/", access: .everyone))])
        #expect(
            ContractCheck.unserved(in: [wall, porch]).map(\.message) == [
                #"asks for "porch.ask", which porch does not serve; did you mean "porch.asks"?"#
            ])
        // It is unknown what an absent module serves, and the route's prefix need not name its module.
        #expect(ContractCheck.unserved(in: [wall]) == [])
        let other = subject("hall", [.serves(Self.route(Nothing.self, Nothing.self))])
        #expect(ContractCheck.unserved(in: [wall, porch, other]) == [])
    }

    @Test func equalShapesOfDifferentTypesFit() {
        let clashes = ContractCheck.clashes(between: [
            subject("lamp", [.publishes(.lit), .serves(.blink)]),
            subject("wall", [.reads(.litTwin), .requests(.blink)]),
        ])
        #expect(clashes.isEmpty)
    }

    /// The reader has to agree with the publisher, whichever is loaded first.
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

    @Test func `a reader may read fewer fields, and a request may leave out optional ones`() {
        let porch = subject(
            "porch", [.publishes(Topic<Shown>("porch.shown")), .serves(Self.route(Asked.self, Shown.self))])
        let few = subject(
            "few", [.reads(Topic<Glance>("porch.shown")), .requests(Self.route(AskedBriefly.self, Glance.self))])
        #expect(ContractCheck.clashes(between: [few, porch]).isEmpty)
        let wrong = subject(
            "wrong",
            [.reads(Topic<Asked>("porch.shown")), .requests(Self.route(Nothing.self, Glance.self))])
        let more = subject("more", [.requests(Self.route(AskedBriefly.self, Asked.self))])
        let copy = subject("copy", [.publishes(Topic<Glance>("porch.shown"))])
        #expect(
            ContractCheck.clashes(between: [porch, copy, wrong, more]).map(\.problem.description) == [
                "copy/feature.yaml: error: topic \"porch.shown\" has another Shape in \"copy\" than in \"porch\": at level, "
                    + "\"copy\" says no such field, \"porch\" says a whole number; make both the same and build again",
                "wrong/feature.yaml: error: topic \"porch.shown\" has another Shape in \"wrong\" than in \"porch\": "
                    + "at times, \"wrong\" says a whole number, \"porch\" says no such field; "
                    + "make both the same and build again",
                "wrong/feature.yaml: error: the request of route \"porch.ask\" has another Shape in \"wrong\" than in "
                    + "\"porch\": at times, \"wrong\" says no such field, \"porch\" says a whole number; "
                    + "make both the same and build again",
                "more/feature.yaml: error: the reply of route \"porch.ask\" has another Shape in \"more\" than in "
                    + "\"porch\": at times, \"more\" says a whole number, \"porch\" says no such field; "
                    + "make both the same and build again",
            ])
    }

    private static func route<Request, Reply>(_: Request.Type, _: Reply.Type) -> Route<Request, Reply> {
        .init("porch.ask", .post, "/asks", access: .everyone)
    }

    @Test func `a flag is declared once, with a valid default`() {
        let level = Flag("lamp.level", default: 3, "How bright.")
        #expect(
            ContractCheck.problems(
                in: subject(
                    "lamp",
                    [.evaluates(level), .evaluates(level), .evaluates(Flag("a", default: Lit(colour: 1), "X."))])
            ) == [])
        let wrong = subject(
            "lamp",
            [
                .evaluates(level), .evaluates(Flag("lamp.level", default: 4, "How bright.")),
                .evaluates(Flag("feature.ble", default: true, "Mine.")), .evaluates(Flag("a b", default: true, "X.")),
                .evaluates(Flag("list", default: [1], "X.")), .evaluates(Flag("most", default: Most(level: 9), "X.")),
            ])
        #expect(
            ContractCheck.problems(in: wrong).map(\.message) == [
                "the library evaluates \"a b\", which is no name; take words of letters, digits, dashes and underscores, "
                    + "joined by dots",
                "the flag \"lamp.level\" is declared twice, with other values or another default; "
                    + "leave one .evaluates(…) of it",
                "the flag \"feature.ble\" would be the host's own, which says who has a feature; give it another key",
                "the default of the flag \"list\" can't be used: true or false, a number, a text or a mapping is wanted",
                "the default of the flag \"most\" can't be used: level: must be between 0 and 5, not 9",
            ])
    }

    @Test func `a flag of the manifest that the code does not declare is reported`() throws {
        let text = """
            id: lamp
            version: 1.0.0
            summary: A lamp.
            flags: { lamp.levle: { owner: me }, lamp.level: { owner: me } }
            """
        let manifest = try #require(
            Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/")).content)
        let contracts: [Contract] = [.evaluates(Flag("lamp.level", default: 3, "How bright."))]
        #expect(
            ContractCheck.strays(in: manifest, at: "lamp/feature.yaml", contracts).map(\.description) == [
                "lamp/feature.yaml: error: the flag \"lamp.levle\" is not declared by the code; name it in the contracts, "
                    + ".evaluates(…), or take it out of this file; did you mean \"lamp.level\"?"
            ])
    }

    @Test func readersWithoutAPublisherAgreeWithTheFirst() {
        let clashes = ContractCheck.clashes(between: [
            subject("a", [.reads(.lit)]), subject("b", [.reads(.litOtherwise)]), subject("c", [.reads(.litTwin)]),
            subject("d", [.reads(Topic<Glance>("lamp.lit"))]),
        ])
        #expect(clashes.map(\.feature) == ["b"])
    }
}

@Record private struct Shown {
    /// What it shows.
    var name: String
    /// How bright it is.
    var level: Int
}

@Record private struct Glance {
    /// What it shows.
    var name: String
}

@Record private struct Asked {
    /// How often.
    var times: Int
    /// What for.
    var note: String?
    /// How long.
    var pause: Duration = .seconds(1)
}

@Record private struct AskedBriefly {
    /// How often.
    var times: Int
}

@Record private struct Most {
    /// How bright.
    @In(0...5) var level: Int
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
