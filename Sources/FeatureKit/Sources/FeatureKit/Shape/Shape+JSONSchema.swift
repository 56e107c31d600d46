extension Shape {
    /// The dialect that `jsonSchema` is written in.
    public static let jsonSchemaDialect = "https://json-schema.org/draft/2020-12/schema"

    /// The shape as a JSON Schema document, draft 2020-12.
    ///
    /// - Parameter title: The document's title.
    public func jsonSchema(title: String) -> Value {
        var document = Members([("$schema", .text(Self.jsonSchemaDialect)), ("title", .text(title))])
        for (name, value) in schema { document[name] = value }
        return .object(document)
    }

    /// The shape as a part of a larger JSON Schema.
    @_spi(Hosting) public var schema: Members {
        switch kind {
        case .anything: Members()
        case .boolean: ["type": "boolean"]
        case .integer(let bounds):
            Members(
                [("type", "integer")]
                    + (bounds.lowerBound == .min ? [] : [("minimum", .integer(bounds.lowerBound))])
                    + (bounds.upperBound == .max ? [] : [("maximum", .integer(bounds.upperBound))]))
        case .number(let bounds):
            Members(
                [("type", "number")]
                    + (bounds.lowerBound == -.greatestFiniteMagnitude ? [] : [("minimum", .number(bounds.lowerBound))])
                    + (bounds.upperBound == .greatestFiniteMagnitude ? [] : [("maximum", .number(bounds.upperBound))]))
        case .text(let length):
            ["type": "string", "minLength": .count(length.lowerBound), "maxLength": .count(length.upperBound)]
        case .choice(let cases): ["type": "string", "enum": .list(cases.map { .text($0) })]
        case .duration: ["type": "string", "pattern": .text(DurationText.pattern), "examples": ["250ms", "1h30m"]]
        case .timestamp: ["type": "string", "format": "date-time"]
        case .path: ["type": "string", "description": "A path, relative to the folder of this document."]
        case .secret: Self.secretReference
        case .media: Self.schema(of: Media.fields)
        case .list(let element, let count):
            [
                "type": "array", "items": .object(element.schema), "minItems": .count(count.lowerBound),
                "maxItems": .count(count.upperBound),
            ]
        case .map(let element, let count):
            [
                "type": "object", "additionalProperties": .object(element.schema),
                "minProperties": .count(count.lowerBound), "maxProperties": .count(count.upperBound),
            ]
        case .object(let fields): Self.schema(of: fields)
        }
    }

    private static var secretReference: Members {
        let reference: Members = [
            "type": "string", "pattern": "^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$",
            "description": "Where the host finds the secret: env:NAME or file:/path.",
        ]
        return [
            "type": "object", "properties": ["secret": .object(reference)], "required": ["secret"],
            "additionalProperties": false,
        ]
    }

    private static func schema(of fields: [Field]) -> Members {
        var properties = Members()
        for field in fields {
            var schema = field.shape.schema
            schema["description"] = .text(field.sentence)
            if let value = field.defaultValue { schema["default"] = value }
            properties[field.name] = .object(schema)
        }
        var schema: Members = ["type": "object", "properties": .object(properties)]
        let required = fields.filter(\.isRequired).map { Value.text($0.name) }
        if !required.isEmpty { schema["required"] = .list(required) }
        schema["additionalProperties"] = false
        return schema
    }
}

extension Value {
    fileprivate static func count(_ count: Int) -> Value { .integer(Int64(count)) }
}

extension Members: ExpressibleByDictionaryLiteral {
    /// Makes an object of pairs; of two with one name the later one counts.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}
