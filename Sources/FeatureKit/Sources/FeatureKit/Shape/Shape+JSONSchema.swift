/// Who reads a schema, since secrets, paths and numbers are written differently for each.
@_spi(Hosting) public enum SchemaUse: Sendable {
    /// The author of a configuration file: secrets are references, paths are relative to the file.
    case document
    /// A program that calls routes.
    case wire
}

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
    @_spi(Hosting) public var schema: Members { schema(for: .document) }

    /// The shape as a part of a larger JSON Schema, for a certain reader.
    @_spi(Hosting) public func schema(for use: SchemaUse) -> Members {
        switch kind {
        case .anything: Members()
        case .boolean: ["type": "boolean"]
        // Programs need to know that it has 64 bits; to the author of a configuration file that would be noise.
        case .integer(let bounds) where use == .wire:
            [
                "type": "integer", "format": "int64", "minimum": .integer(bounds.lowerBound),
                "maximum": .integer(bounds.upperBound),
            ]
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
        case .path where use == .wire: ["type": "string"]
        case .path: ["type": "string", "description": "A path, relative to the folder of this document."]
        case .secret where use == .wire: ["type": "string", "format": "password"]
        case .secret: Self.secretReference
        case .media(let most): Self.schema(of: Media.fields(upTo: most), for: use)
        case .list(let element, let count):
            [
                "type": "array", "items": .object(element.schema(for: use)), "minItems": .count(count.lowerBound),
                "maxItems": .count(count.upperBound),
            ]
        case .map(let element, let count):
            [
                "type": "object", "additionalProperties": .object(element.schema(for: use)),
                "minProperties": .count(count.lowerBound), "maxProperties": .count(count.upperBound),
            ]
        case .object(let fields): Self.schema(of: fields, for: use)
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

    private static func schema(of fields: [Field], for use: SchemaUse) -> Members {
        var properties = Members()
        for field in fields {
            properties[field.name] = .object(field.schema(for: use))
        }
        var schema: Members = ["type": "object", "properties": .object(properties)]
        let required = fields.filter(\.isRequired).map { Value.text($0.name) }
        if !required.isEmpty { schema["required"] = .list(required) }
        schema["additionalProperties"] = false
        return schema
    }
}

extension Field {
    /// The schema of what the field holds, with its sentence and its default.
    @_spi(Hosting) public func schema(for use: SchemaUse) -> Members {
        var schema = shape.schema(for: use)
        schema["description"] = .text(isLive ? sentence + " A change needs no restart." : sentence)
        if isLive { schema["x-live"] = true }
        if let value = defaultValue { schema["default"] = value }
        return schema
    }
}

extension Value {
    fileprivate static func count(_ count: Int) -> Value { .integer(Int64(count)) }
}

extension Members: ExpressibleByDictionaryLiteral {
    /// Makes an object from pairs; of two with the same name the later one counts.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}
