@_spi(Hosting) import FeatureKit

/// A question, split as requests bring it: the path's names, and the rest.
struct QuestionParts {
    private let shape: Shape
    private let names: [String]

    init(_ shape: Shape, names: [String]) {
        self.shape = shape
        self.names = names
    }

    /// The fields that do not stand in the path; nil where it is no mapping with fields.
    private var rest: [Field]? {
        guard case .object(let fields) = shape.kind else { return nil }
        return fields.filter { !names.contains($0.name) }
    }

    func path(as named: [String]) -> [Value] {
        zip(names, named).map { name, shown in
            var schema = field(name)?.schema(for: .wire) ?? element.schema(for: .wire)
            // A segment of a path is never empty, and what stands in one is never absent.
            if schema["minLength"] == 0 { schema["minLength"] = 1 }
            schema["default"] = nil
            let sentence = field(name)?.sentence ?? "A part of the path."
            return Parameter.plain(shown, in: "path", isRequired: true, sentence, schema)
        }
    }

    var query: [Value] {
        guard let rest else {
            let schema: Members = ["type": "object", "additionalProperties": .object(element.schema(for: .wire))]
            return [Parameter.plain("names", in: "query", isRequired: false, "Any names.", schema)]
        }
        return rest.map { field in
            let schema = field.schema(for: .wire)
            switch field.shape.kind {
            case .map, .object, .media, .anything:
                return [
                    "name": .text(field.name), "in": "query", "required": .boolean(field.isRequired),
                    "description": .text(field.sentence),
                    "content": ["application/json": ["schema": .object(schema)]],
                ]
            case .list(_, let count):
                // A list that is named nowhere is empty.
                let isRequired = field.isRequired && count.lowerBound > 0
                return Parameter.plain(field.name, in: "query", isRequired: isRequired, field.sentence, schema)
            default:
                return Parameter.plain(field.name, in: "query", isRequired: field.isRequired, field.sentence, schema)
            }
        }
    }

    /// Nil where nothing is left for a body.
    var body: Value? {
        guard let rest else {
            let isMapping = TextBinding(shape) != nil
            return Self.body(shape.schema(for: .wire), isRequired: !isMapping)
        }
        guard !rest.isEmpty else { return nil }
        return Self.body(Shape.object(rest).schema(for: .wire), isRequired: rest.contains(where: \.isRequired))
    }

    /// A body that is a field's bytes as they are; of those `maxLength` counts octets.
    static func media(_ field: Field) -> Value {
        var schema: Members = ["description": .text(field.sentence)]
        if case .media(let most) = field.shape.kind { schema["maxLength"] = .integer(Int64(most)) }
        return ["required": .boolean(field.isRequired), "content": ["*/*": ["schema": .object(schema)]]]
    }

    private static func body(_ schema: Members, isRequired: Bool) -> Value {
        ["required": .boolean(isRequired), "content": ["application/json": ["schema": .object(schema)]]]
    }

    private func field(_ name: String) -> Field? {
        guard case .object(let fields) = shape.kind else { return nil }
        return fields.first { $0.name == name }
    }

    /// What stands under any name.
    private var element: Shape { if case .map(let element, _) = shape.kind { element } else { .anything } }
}

extension QuestionReader.Rest {
    /// Where the questions of a method have what does not stand in the path.
    init(_ method: RouteMethod) { self = method == .get || method == .delete ? .query : .body }
}
