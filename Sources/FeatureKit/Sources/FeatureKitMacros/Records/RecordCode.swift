/// The members that a record gets: its shape, its `init`, what reads it and what writes it.
struct RecordCode {
    let fields: [Property]
    let access: String
    let isGeneric: Bool
    let hasMemberwiseInit: Bool
    /// Whether these are all fields.
    ///
    /// Where one could not be read, which is an error, the members are there so that what uses them has no errors of its own.
    var isWhole = true

    init(_ record: RecordDeclaration) {
        fields = record.fields
        access = record.access
        isGeneric = record.isGeneric
        hasMemberwiseInit = record.hasMemberwiseInit
        isWhole = record.isWhole
    }

    init(fields: [Property], access: String, isGeneric: Bool) {
        self.fields = fields
        self.access = access
        self.isGeneric = isGeneric
        hasMemberwiseInit = false
    }

    var members: [String] {
        [shape, exactness, names] + (hasMemberwiseInit ? [] : [memberwiseInit]) + [reading, writing]
    }

    /// A record of its own with these fields, and perhaps one more member.
    func declaration(
        of name: String, _ protocols: [String], _ sentence: String, _ member: String? = nil
    ) -> String {
        let declared = fields.map { "/// \($0.sentence)\n\(access)var \($0.identifier): \($0.writtenType)" }
        return """
            /// \(sentence)
            \(access)struct \(name): \(protocols.joined(separator: ", ")) {
            \((declared + members + [member].compactMap(\.self)).joined(separator: "\n\n").indented)
            }
            """
    }

    private var shape: String {
        let list = fields.map { "    \($0.declaration)," }.joined(separator: "\n")
        let object = fields.isEmpty ? "FeatureKit.Shape.object([])" : "FeatureKit.Shape.object([\n\(list)\n])"
        return isGeneric
            ? "\(access)static var shape: FeatureKit.Shape {\n    \(object)\n}"
            : "\(access)static let shape = \(object)"
    }

    private var exactness: String {
        var types: [String] = []
        for type in fields.compactMap({ FieldType.exactness(of: $0.type) }) where !types.contains(type) {
            types.append(type)
        }
        return
            "\(access)static var readsExactly: Bool {\n    \(types.isEmpty ? "true" : types.joined(separator: " && "))\n}"
    }

    private var names: String {
        let made = "FeatureKit.RecordFields(\(fields.map(\.name.literal).joined(separator: ", ")))"
        return isGeneric
            ? "private static var recordFields: FeatureKit.RecordFields {\n    \(made)\n}"
            : "private static let recordFields = \(made)"
    }

    private var memberwiseInit: String {
        let lines = isWhole ? fields.map { "    self.\($0.identifier) = \($0.identifier)" } : ["    while true {}"]
        return """
            \(access)init(\(fields.map(\.parameter).joined(separator: ", "))) {
            \(lines.joined(separator: "\n"))
            }
            """
    }

    // What is local begins with an underscore or is named by no property, for that is `self.…` here.
    private var reading: String {
        var lines = fields.map { field in
            field.value.map { "var \(field.local): \(field.type) = \($0)" }
                ?? "var \(field.local): \(field.type)? = nil"
        }
        lines.append("let fields = Self.recordFields")
        lines.append("var cursor = try reader.beginRecord()")
        if fields.isEmpty {
            lines.append("while try reader.nextField(&cursor, fields) != nil {}")
        } else {
            lines.append("while let field = try reader.nextField(&cursor, fields) {")
            lines.append("    switch field {")
            for (number, field) in fields.enumerated() {
                lines.append(number == fields.count - 1 ? "    default:" : "    case \(number):")
                lines += field.reading(number).map { "        " + $0 }
            }
            lines.append("    }")
            lines.append("}")
        }
        for (number, field) in fields.enumerated() where field.isRequired {
            lines.append("guard let \(field.local) else { throw reader.missing(\(number)) }")
        }
        lines += fields.map { "self.\($0.identifier) = \($0.local)" }
        if !isWhole { lines = ["while true {}"] }
        return """
            \(access)init(from reader: inout FeatureKit.RecordReader) throws(FeatureKit.RecordError) {
            \(lines.map { "    " + $0 }.joined(separator: "\n"))
            }
            """
    }

    private var writing: String {
        var lines = ["writer.beginRecord()"]
        for field in fields {
            let put = "writer.field(\(field.name.literal))"
            if field.isOptional {
                lines += [
                    "if let \(field.local) = self.\(field.identifier) {", "    \(put)",
                    "    \(field.local).write(to: &writer)", "}",
                ]
            } else {
                lines += [put, "self.\(field.identifier).write(to: &writer)"]
            }
        }
        lines.append("writer.endRecord()")
        return """
            \(access)func write(to writer: inout FeatureKit.RecordWriter) {
            \(lines.map { "    " + $0 }.joined(separator: "\n"))
            }
            """
    }
}

extension Property {
    /// The parameter of an `init` that takes it.
    var parameter: String {
        "\(identifier): \(writtenType)\(isOptional ? " = nil" : value.map { " = \($0)" } ?? "")"
    }

    var isRequired: Bool { !isOptional && value == nil }

    /// The name of the variable that holds it while the record is read.
    fileprivate var local: String { "_" + identifier.filter { $0 != "`" } }

    /// The `Field` of the shape.
    fileprivate var declaration: String {
        let range = bounds.first { $0.kind == .range }
        var shape = "FeatureKit.Shape.of(\(type).self\(range.map { ", in: \($0.bounds)" } ?? ""))"
        for bound in bounds {
            switch bound.kind {
            case .text: shape += ".withText(\(bound.bounds))"
            case .count: shape += ".withCount(\(bound.bounds))"
            case .range: break
            }
        }
        let presence =
            if isOptional {
                ", optional: true"
            } else if let value {
                ", default: FeatureKit.Value(of: \(value) as \(type))"
            } else {
                ""
            }
        let previous = previousNames.map(\.literal).joined(separator: ", ")
        return "FeatureKit.Field(\(name.literal), \(shape), \(sentence.literal)\(presence))"
            + (isLive ? ".live()" : "") + (previous.isEmpty ? "" : ".was(\(previous))")
    }

    /// What reads the field's value, and checks it.
    fileprivate func reading(_ number: Int) -> [String] {
        let read = "try \(type)(from: &reader)"
        let bounds = allBounds
        guard !bounds.isEmpty else { return ["\(local) = \(read)"] }
        let checks = bounds.map { bound in
            let check =
                switch bound.kind {
                case .text: "text"
                case .range: "range"
                case .count: "count"
                }
            return "FeatureKit.RecordBounds.\(check)(value, \(bound.bounds))"
        }
        return [
            "let value = \(read)",
            "guard \(checks.joined(separator: ", ")) else { throw reader.outOfBounds(\(number)) }",
            "\(local) = value",
        ]
    }
}
