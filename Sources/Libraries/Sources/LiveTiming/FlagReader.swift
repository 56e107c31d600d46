internal import FeatureKit
internal import WebJSON

/// Reads what live timing says of flags: the track's status by its code, and race control's messages.
///
/// Both speak of the track. The code is a state, the messages are steps; they come in either order and seldom at once. The
/// worse counts, until the code says that all is clear, or until what the code has confirmed is over by the code.
struct FlagReader {
    /// So many messages are read at once.
    private static let mostMessages = 10_000

    /// What is said of the track or of a sector.
    private struct Word: Equatable {
        var mode: TimingFlag
        /// Whether it is about to end.
        var isEnding = false
        /// As race control said it.
        var message: String?
    }

    private var code: Word?
    private var control: Word?
    /// Whether the code has said what race control says.
    private var isConfirmed = false
    private var sectors: [Int: Word] = [:]
    private var updated: Timestamp?

    /// What counts; where nothing was said of the track, that is unknown.
    var flags: TimingFlags {
        let words = [code, control].compactMap(\.self)
        let worst = words.max { $0.mode < $1.mode }?.mode ?? .unknown
        return TimingFlags(
            track: worst, isEnding: words.contains { $0.mode == worst && $0.isEnding }, message: message,
            sectors: sectors.mapValues(\.mode), updated: updated)
    }

    /// What race control said of the worst that still stands.
    private var message: String? {
        let standing = [control].compactMap(\.self) + sectors.sorted { $0.key < $1.key }.map(\.value)
        var worst: Word?
        for word in standing where word.mode > worst?.mode ?? .normal { worst = word }
        return worst?.message
    }

    /// Hears the track's code.
    mutating func hear(code value: Value) throws(TimingProblem) {
        guard case .object(let members) = value else { throw TimingProblem("the track's status is \(value.kind)") }
        let digits: String
        switch members["Status"] {
        case .text(let text)?: digits = text
        case .integer(let number)?: digits = String(number)
        case nil: throw TimingProblem("the track's status has no \"Status\"")
        case let other?: throw TimingProblem("\"Status\" is \(other.kind)")
        }
        let word = Self.codes[digits] ?? Word(mode: .unknown)
        code = word
        if word.mode == .normal {
            control = nil
            isConfirmed = false
            sectors = [:]
        } else if let said = control {
            if said.mode == word.mode {
                isConfirmed = true
            } else if isConfirmed {
                control = nil
                isConfirmed = false
            }
        }
    }

    private static let codes: [String: Word] = [
        "1": Word(mode: .normal), "2": Word(mode: .yellow), "4": Word(mode: .safetyCar), "5": Word(mode: .redFlag),
        "6": Word(mode: .vsc), "7": Word(mode: .vsc, isEnding: true),
    ]

    /// Hears race control: all messages of the session first, then each new one by its number.
    mutating func hear(messages value: Value) throws(TimingProblem) {
        switch value {
        case .list(let list):
            guard list.count <= Self.mostMessages else {
                throw TimingProblem("there are \(list.count) messages at once")
            }
            let read = try Self.messages(list)
            // A list is the whole session, from its beginning.
            control = nil
            isConfirmed = false
            sectors = [:]
            for message in read { hear(message) }
        case .object(let members):
            guard members.count <= Self.mostMessages else {
                throw TimingProblem("there are \(members.count) messages at once")
            }
            var numbered: [(number: Int, value: Value)] = []
            // Timing marks its first answers by a member that begins with a line.
            for (name, value) in members where !name.hasPrefix("_") {
                guard let number = Int(name) else {
                    throw TimingProblem("\(Value.text(String(name.prefix(40))).json) is no message's number")
                }
                numbered.append((number, value))
            }
            for message in try Self.messages(numbered.sorted { $0.number < $1.number }.map(\.value)) { hear(message) }
        default: throw TimingProblem("\"Messages\" is \(value.kind)")
        }
    }

    private static func messages(_ values: [Value]) throws(TimingProblem) -> [TimingMessage] {
        var messages: [TimingMessage] = []
        for value in values { messages.append(try TimingMessage.read(value)) }
        return messages
    }

    /// Hears one message of race control.
    mutating func hear(_ said: TimingMessage) {
        updated = said.at ?? updated
        if let car = said.car { return hear(car: car, said) }
        guard let flag = said.flag else { return }
        switch (said.scope, Self.meaning(of: flag)) {
        case (.other, _), (_, .nothing): break
        case (.sector(let number), .clear), (.sector(let number), .mode(.normal)): sectors[number] = nil
        case (.sector(let number), .mode(let mode)): sectors[number] = Word(mode: mode, message: said.text)
        case (.sector(let number), .unknown):
            if sectors[number] == nil { sectors[number] = Word(mode: .unknown, message: said.text) }
        case (.track, .clear):
            say(Word(mode: .normal))
            sectors = [:]
        // It opens the pit lane; sectors are cleared one by one, or all at once.
        case (.track, .mode(.normal)): say(Word(mode: .normal))
        case (.track, .mode(let mode)): raise(mode, said.text)
        case (.track, .unknown): raise(.unknown, said.text)
        }
    }

    private enum Meaning {
        case mode(TimingFlag)
        case clear
        /// It is for drivers, or it ends a session.
        case nothing
        case unknown
    }

    private static func meaning(of flag: String) -> Meaning {
        switch flag {
        case "GREEN": .mode(.normal)
        case "CLEAR": .clear
        case "YELLOW", "DOUBLE YELLOW": .mode(.yellow)
        case "RED", "RED FLAG": .mode(.redFlag)
        case "CHEQUERED", "BLUE", "BLACK AND WHITE", "BLACK AND ORANGE", "BLACK": .nothing
        default: .unknown
        }
    }

    private mutating func hear(car: String, _ said: TimingMessage) {
        let mode: TimingFlag
        switch car {
        case "SAFETY CAR": mode = .safetyCar
        case "VIRTUAL SAFETY CAR": mode = .vsc
        default: return raise(.unknown, said.text)
        }
        // Only race control's green ends its red: behind a red flag, too, a safety car leads the field.
        guard control?.mode != .redFlag else { return }
        let isEnding = said.status == "ENDING" || said.status == "IN THIS LAP"
        // The end of a virtual one is no news of the one that has taken its place.
        if isEnding, let control, control.mode > mode { return }
        say(Word(mode: mode, isEnding: isEnding, message: said.text))
    }

    private mutating func say(_ word: Word) {
        if control?.mode != word.mode { isConfirmed = code?.mode == word.mode }
        control = word
    }

    /// Makes it no better than it was.
    private mutating func raise(_ mode: TimingFlag, _ message: String?) {
        if (control?.mode ?? .normal) < mode { say(Word(mode: mode, message: message)) }
    }
}
