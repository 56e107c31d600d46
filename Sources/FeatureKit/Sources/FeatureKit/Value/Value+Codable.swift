extension Value: Codable {
    /// Reads plain data from any decoder.
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Name.self) {
            self = .object(Members(try object.allKeys.map { ($0.text, try object.decode(Value.self, forKey: $0)) }))
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [Value] = []
            while !list.isAtEnd { values.append(try list.decode(Value.self)) }
            self = .list(values)
        } else {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                self = .null
            } else if let value = try? single.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? single.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? single.decode(Double.self) {
                self = .number(value)
            } else {
                self = .text(try single.decode(String.self))
            }
        }
    }

    /// Writes plain data to any encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var single = encoder.singleValueContainer()
            try single.encodeNil()
        case .boolean(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .text(let value): try value.encode(to: encoder)
        case .list(let values): try values.encode(to: encoder)
        case .object(let members):
            var object = encoder.container(keyedBy: Name.self)
            for (name, value) in members { try object.encode(value, forKey: Name(text: name)) }
        }
    }
}

private struct Name: CodingKey {
    let text: String
    var stringValue: String { text }
    var intValue: Int? { nil }
    init(text: String) { self.text = text }
    init?(stringValue: String) { text = stringValue }
    init?(intValue: Int) { nil }
}
