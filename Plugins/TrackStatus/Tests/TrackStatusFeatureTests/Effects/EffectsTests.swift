import FeatureKit
import Testing

@testable import TrackStatusFeature

@Suite struct EffectsTests {
    private var effects: Effects
    private var revision = 0

    init() throws { effects = Effects(try Wording(.en)) }

    /// What a status of these modes makes people be told.
    private mutating func after(
        _ mode: Mode, zones: [Int: Mode] = [:], message: String? = nil, evacuation: Status.Evacuation? = nil
    ) -> (notices: [Notice], speech: [Speech]) {
        revision += 1
        let status = Status.of(mode, zones: zones, message: message, evacuation: evacuation, revision: revision)
        let told = effects.after(status)
        return (told.notices, [told.speech].compactMap(\.self))
    }

    /// Notices in short: their ids, with a dash where they are over.
    private mutating func notices(_ mode: Mode, zones: [Int: Mode] = [:]) -> [String] {
        after(mode, zones: zones).notices.map { ($0.isOver ? "-" : "") + "\($0.id) \($0.mode.rawValue)" }
    }

    @Test mutating func `a notification is cancelled when it is normal again, and by nothing else`() {
        #expect(notices(.normal) == ["-track normal"])
        #expect(notices(.redFlag) == ["track redFlag"])
        #expect(notices(.redFlag) == [])
        #expect(notices(.unknown) == [])
        #expect(notices(.redFlag) == [])
        #expect(notices(.yellow) == ["track yellow"])
        #expect(notices(.normal) == ["-track normal"])
        #expect(notices(.normal) == [])
    }

    @Test mutating func `what an earlier run told is over with the first normal`() {
        #expect(notices(.unknown) == [])
        #expect(notices(.yellow, zones: [1: .normal, 2: .yellow]) == ["track yellow", "-track.zone.1 normal"])
        #expect(notices(.normal, zones: [1: .normal, 2: .normal]) == ["-track normal", "-track.zone.2 normal"])
    }

    @Test mutating func `a zone is told apart only while it is otherwise than the track`() {
        _ = notices(.normal, zones: [1: .normal, 2: .normal])
        #expect(notices(.redFlag, zones: [1: .redFlag, 2: .normal]) == ["track redFlag"])
        #expect(notices(.redFlag, zones: [1: .redFlag, 2: .yellow]) == ["track.zone.2 yellow"])
        #expect(notices(.redFlag, zones: [1: .redFlag, 2: .redFlag]) == ["-track.zone.2 normal"])
        #expect(notices(.redFlag, zones: [1: .redFlag, 2: .safetyCar]) == ["track.zone.2 safetyCar"])
        // Nobody speaks of it any more.
        #expect(notices(.redFlag, zones: [1: .redFlag]) == ["-track.zone.2 normal"])
        #expect(notices(.normal, zones: [1: .normal]) == ["-track normal"])
    }

    @Test mutating func `an evacuation of some zones names them everywhere`() {
        var evacuation = Status.Evacuation.of(confirmed: true)
        (evacuation.zones, evacuation.route) = ([1, 3], "Leave by gate 3.")
        let told = after(.evacuation, zones: [1: .evacuation, 2: .normal, 3: .evacuation], evacuation: evacuation)
        #expect(told.notices.first { $0.id == "track" }?.title == "Evacuation: Zone 1, Zone 3")
        #expect(
            told.speech.map(\.text) == [
                "Evacuation: Zone 1, Zone 3. Follow the instructions of the staff. Leave by gate 3."
            ])
    }

    @Test mutating func `the worse, the louder`() {
        let told = Mode.allCases.sorted().compactMap { after($0).notices.first { !$0.isOver } }
        #expect(told.map(\.mode) == [.yellow, .vsc, .safetyCar, .redFlag, .evacuation])
        #expect(told.map(\.level) == [.info, .warning, .warning, .urgent, .emergency])
        #expect(Set(told.map(\.id)) == ["track"])
    }

    @Test mutating func `an evacuation pre-empts what is being said`() {
        #expect(after(.normal).speech.isEmpty)
        let red = after(.redFlag).speech
        #expect(red.map(\.text) == ["Red flag."] && red.map(\.priority) == [.high] && red.allSatisfy { !$0.interrupts })
        let possible = after(.evacuation, evacuation: .of(confirmed: false))
        #expect(possible.speech.map(\.text) == ["Possible evacuation. Follow the instructions of the staff."])
        // One forged beacon must not sound like an evacuation that somebody has confirmed.
        #expect(possible.speech.allSatisfy { !$0.interrupts && $0.priority == .high && $0.id == "track" })
        #expect(possible.notices.map(\.title) == ["Possible evacuation"] && possible.notices.map(\.level) == [.urgent])
        let sure = after(.evacuation, evacuation: .of(confirmed: true, message: "Leave by gate 3."))
        #expect(sure.speech.map(\.text) == ["Evacuation. Leave by gate 3."])
        #expect(sure.notices.map(\.body) == ["Leave by gate 3."])
        #expect(after(.evacuation, evacuation: .of(confirmed: true, message: "Leave by gate 3.")).speech.isEmpty)
        let clear = after(.normal).speech
        #expect(clear.map(\.text) == ["Track clear."] && clear.map(\.priority) == [.normal])
    }

    @Test mutating func `nothing is said of not knowing, nor of a start at which all is well`() {
        #expect(after(.unknown).speech.isEmpty)
        #expect(after(.normal).speech.isEmpty)
        #expect(after(.unknown).speech.isEmpty)
        #expect(after(.normal).speech.isEmpty)
        #expect(after(.yellow).speech.map(\.text) == ["Yellow flag."])
        #expect(after(.unknown).speech.isEmpty)
        #expect(after(.yellow).speech.isEmpty)
    }

    @Test mutating func `another language is told at once`() throws {
        _ = after(.redFlag)
        effects.wording = try Wording(.es)
        let told = after(.redFlag)
        #expect(told.notices.map(\.title) == ["Bandera roja"] && told.speech.map(\.text) == ["Bandera roja."])
    }

    @Test mutating func `a message is read, not heard`() {
        let told = after(.yellow, message: "Oil in turn 4")
        #expect(told.notices.map(\.body) == ["Oil in turn 4"] && told.speech.map(\.text) == ["Yellow flag."])
        #expect(after(.yellow, message: "Oil in turns 4 and 5").notices.map(\.body) == ["Oil in turns 4 and 5"])
    }

    @Test(arguments: Language.allCases)
    func `every language has words for everything`(_ language: Language) throws {
        let wording = try Wording(language)
        let titles = Mode.allCases.map(wording.title)
        #expect(Set(titles).count == titles.count && titles.allSatisfy { !$0.hasPrefix("mode.") })
        #expect(wording.title(.redFlag) != (try Wording(language == .en ? .es : .en).title(.redFlag)))
    }
}
