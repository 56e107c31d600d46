@_spi(Hosting) import FeatureKit
import HTTPServer
import JSON

/// Puts names and texts, such as a query's, together as the JSON of a question.
///
/// Each text becomes what the Shape wants where it can be that, and stays a text where it can't, so that the Shape finds
/// the words for it.
struct TextBinding: Sendable {
    /// What takes the names.
    private enum Names: Sendable {
        case fields([String: Shape])
        case anyName(Shape)
    }

    /// A name that stands for one thing and comes several times.
    struct Doubled: Equatable {
        let name: String
        let count: Int
    }

    private let names: Names
    /// Lists that have to be there: named nowhere, they are empty.
    private let lists: [String]

    /// Nil where a question of that Shape has no names that texts could stand under.
    init?(_ shape: Shape) {
        switch shape.kind {
        case .object(let fields):
            names = .fields(fields.reduce(into: [:]) { $0[$1.name] = $1.shape })
            lists = fields.filter { $0.isRequired && $0.shape.isListThatMayBeEmpty }.map(\.name)
        case .map(let element, _):
            names = .anyName(element)
            lists = []
        case .anything:
            names = .anyName(.anything)
            lists = []
        default: return nil
        }
    }

    /// Whether a name stands for a part of the question.
    func takes(_ name: String) -> Bool { shape(of: name) != nil }

    /// The JSON of a mapping with these members, without the names that come more often than they may.
    ///
    /// - Parameter fillsLists: Whether lists that have to be there and are not named are written as empty ones.
    func json(_ pairs: [TargetQuery.Pair], fillsLists: Bool) -> (bytes: [UInt8], doubled: [Doubled]) {
        var places: [String: Int] = [:]
        var groups: [(name: String, texts: [String])] = []
        for pair in pairs {
            if let place = places[pair.name] {
                groups[place].texts.append(pair.value)
            } else {
                places[pair.name] = groups.count
                groups.append((pair.name, [pair.value]))
            }
        }
        if fillsLists { groups += lists.filter { places[$0] == nil }.map { ($0, []) } }
        var bytes = [UInt8(ascii: "{")]
        var doubled: [Doubled] = []
        for (name, texts) in groups {
            if texts.count > 1, shape(of: name)?.isList != true {
                doubled.append(Doubled(name: name, count: texts.count))
            }
            write(name, texts, into: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return (bytes, doubled)
    }

    private func shape(of name: String) -> Shape? {
        switch names {
        case .fields(let fields): fields[name]
        case .anyName(let shape): shape
        }
    }

    private func write(_ name: String, _ texts: [String], into bytes: inout [UInt8]) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        Self.quote(name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        let shape = shape(of: name)
        if case .list(let element, _) = shape?.kind {
            bytes.append(UInt8(ascii: "["))
            for (index, text) in texts.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(text, as: element, into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        } else {
            Self.write(texts.first ?? "", as: shape ?? .text(), into: &bytes)
        }
    }

    /// Writes a text as the JSON that a Shape wants, or else as a text.
    private static func write(_ text: String, as shape: Shape, into bytes: inout [UInt8]) {
        switch shape.kind {
        case .boolean where text == "true" || text == "false": bytes.append(contentsOf: text.utf8)
        case .integer where Int64(text).map(String.init) == text, .number where isNumber(text):
            bytes.append(contentsOf: text.utf8)
        case .list, .map, .object, .media, .anything:
            // What is no JSON by itself would spoil the whole of it.
            if let value = try? Value(json: text) {
                bytes.append(contentsOf: value.json.utf8)
            } else {
                quote(text, into: &bytes)
            }
        default: quote(text, into: &bytes)
        }
    }

    /// Whether JSON would take a text for a finite number.
    private static func isNumber(_ text: String) -> Bool {
        switch try? Value(json: text) {
        case .integer, .number: text.utf8.first.map { $0 > 0x20 } == true && text.utf8.last.map { $0 > 0x20 } == true
        default: false
        }
    }

    private static func quote(_ text: String, into bytes: inout [UInt8]) {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: text.utf8)
            bytes.append(UInt8(ascii: "\""))
            return
        }
        var quoted = ""
        Value.write(text, to: &quoted)
        bytes.append(contentsOf: quoted.utf8)
    }
}

extension Shape {
    fileprivate var isList: Bool { if case .list = kind { true } else { false } }

    fileprivate var isListThatMayBeEmpty: Bool {
        if case .list(_, let count) = kind { count.lowerBound <= 0 } else { false }
    }
}
