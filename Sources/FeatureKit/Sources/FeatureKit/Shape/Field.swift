/// One named part of an object's shape.
public struct Field: Sendable, Equatable {
    enum Presence: Sendable, Equatable {
        case required
        case optional
        case byDefault(Value)
    }

    /// The name, as in configuration files, documents and messages.
    public let name: String
    /// The Shape of the field's value.
    public let shape: Shape
    /// What the field means, in one sentence for its reader.
    public let sentence: String
    let presence: Presence
    /// Whether a change of it, as a part of settings, needs no restart.
    @_spi(Hosting) public private(set) var isLive = false
    /// What it was called in documents that older versions wrote.
    @_spi(Hosting) public private(set) var previousNames: [String] = []

    /// Declares a required field.
    public init(_ name: String, _ shape: Shape, _ sentence: String) {
        self.init(name, shape, sentence, presence: .required)
    }

    /// Declares a field with a default for where it is absent.
    public init(_ name: String, _ shape: Shape, _ sentence: String, default value: Value) {
        self.init(name, shape, sentence, presence: .byDefault(value))
    }

    /// Declares a field that may be absent.
    public init(_ name: String, _ shape: Shape, _ sentence: String, optional: Bool) {
        self.init(name, shape, sentence, presence: optional ? .optional : .required)
    }

    private init(_ name: String, _ shape: Shape, _ sentence: String, presence: Presence) {
        self.name = name
        self.shape = shape
        self.sentence = sentence
        self.presence = presence
    }

    /// The same field of settings, with changes that a `Reconfigurable` feature takes while it runs; `@Live` in a
    /// record.
    public func live() -> Field {
        var field = self
        field.isLive = true
        return field
    }

    /// The same field of stored documents, with the names that it had in older versions; `@Was` in a record.
    public func was(_ names: String...) -> Field { was(names) }

    package func was(_ names: [String]) -> Field {
        var field = self
        field.previousNames = names
        return field
    }

    /// The default for where the field is absent; nil where it has none.
    public var defaultValue: Value? {
        guard case .byDefault(let value) = presence else { return nil }
        return value
    }

    /// Whether a value without this field is invalid.
    public var isRequired: Bool { presence == .required }
}
