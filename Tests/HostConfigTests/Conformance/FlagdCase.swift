import FeatureKit
import FlagEngine
import JSON

@testable import HostConfig

/// One scenario of flagd's suites as it is played: what was asked, and what came.
struct FlagdCase {
    enum Failure: Error {
        case unknownStep(String)
        case unfit(String)
    }

    private let programs: FlagdPrograms
    private var selected = FlagdPrograms.all
    private var key = ""
    private var kind = FlagKind.boolean
    private var fallback = Value.null
    private var attributes = Members()
    private var value = Value.null
    private var reason = FlagReason.error
    private var error: FlagError?
    private var metadata = Members()
    /// What was not as it should be.
    private(set) var complaints: [String] = []
    private let bucketing: Bucketing

    init(_ programs: FlagdPrograms, bucketing: Bucketing) {
        self.programs = programs
        self.bucketing = bucketing
    }

    mutating func play(_ step: Gherkin.Step) throws {
        let words = step.quoted
        switch step.sentence {
        case "an evaluator", "a stable flagd provider", "a metadata flagd provider": break
        case #"an option "" of type "" with value """#: if words[0] == "selector" { selected = words[2] }
        case #"a context containing a key "", with type "" and with value """#:
            attributes[words[0]] = try Self.value(words[2], type: words[1])
        case #"a context containing a targeting key with value """#: attributes["targetingKey"] = .text(words[0])
        case #"a context containing a nested property with outer key "" and inner key "", with value """#:
            attributes[words[0]] = .object(Members([(words[1], .text(words[2]))]))
        case "the flag was evaluated with details": try evaluate()
        case #"the resolved details value should be """#:
            expect(value == (try Self.value(words[0], kind)), "\(value.json) is not \(words[0])")
        case #"the reason should be """#: expect(reason.rawValue == words[0], "\(reason.rawValue) is not \(words[0])")
        case #"the error-code should be """#:
            expect(error?.rawValue ?? "" == words[0], "\(error?.rawValue ?? "nothing") is not \(words[0])")
        case "the resolved metadata is empty": expect(metadata.isEmpty, "\(metadata) is not empty")
        case "the resolved metadata should contain":
            for row in step.table.dropFirst() {
                let wanted = try Self.value(row[2], type: row[1])
                expect(metadata[row[0]] == wanted, "metadata \(row[0]) is not \(row[2])")
            }
        default: try ask(step)
        }
    }

    /// Takes a sentence such as `a String-flag with key "" and a default value ""`.
    private mutating func ask(_ step: Gherkin.Step) throws {
        let parts = step.sentence.split(separator: "-flag with key")
        guard parts.count == 2, step.quoted.count == 2, parts[0].hasPrefix("a ") else {
            throw Failure.unknownStep(step.sentence)
        }
        kind = try Self.kind(String(parts[0].dropFirst(2)))
        key = step.quoted[0]
        fallback = try Self.value(step.quoted[1], kind)
    }

    private mutating func evaluate() throws {
        let program = try programs.program(selected, bucketing)
        value = fallback
        guard let flag = program.flag(key) else {
            error = .flagNotFound
            return
        }
        var context = FlagContext()
        context.add(attributes)
        var evaluator = FlagEvaluator()
        let answer = evaluator.evaluate(flag, of: program, for: context, now: 1_800_000_000)
        (reason, error, metadata) = (answer.reason, answer.error, program.flags[flag].metadata)
        guard let variant = answer.variant else { return }
        guard program.flags[flag].kind.answers(kind) else {
            (reason, error) = (.error, .typeMismatch)
            return
        }
        value = program.flags[flag].variants[variant].value
        if kind == .float, case .integer(let whole) = value { value = .number(Double(whole)) }
    }

    private mutating func expect(_ isFine: Bool, _ complaint: String) {
        if !isFine { complaints.append(complaint) }
    }

    private static func kind(_ type: String) throws -> FlagKind {
        guard let kind = FlagKind(rawValue: type.lowercased()) else { throw Failure.unfit(type) }
        return kind
    }

    private static func value(_ text: String, type: String) throws -> Value { try value(text, kind(type)) }

    private static func value(_ text: String, _ kind: FlagKind) throws -> Value {
        if kind == .string { return .text(text) }
        let value = try kind == .object ? object(text) : Value(json: text)
        if kind == .float, case .integer(let whole) = value { return .number(Double(whole)) }
        return value
    }

    /// An object, of which some are written with escaped quotes, and one has two members with one name; as for other
    /// readers the later one counts.
    private static func object(_ text: String) throws -> Value {
        let text = text.replacing(#"\""#, with: "\"")
        do throws(JSONProblem) { return try Value(json: text) } catch {
            guard case .duplicateName = error.reason,
                case .mapping(let entries)? = YAMLReader.read(Array(text.utf8)).root?.content
            else { throw error }
            return .object(Members(entries.map { ($0.key, $0.value.value) }))
        }
    }
}
