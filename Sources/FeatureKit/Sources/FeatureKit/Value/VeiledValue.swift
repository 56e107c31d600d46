/// Plain data of which some texts are secrets: what came over a wire, where no type says so any more.
///
/// Like a `Secret` it shows `<redacted>` wherever it is shown, and reaches its readers whole.
@_spi(Hosting) public struct VeiledValue: Shaped {
    /// Never used: a value of this type stands in for one of a type with a shape of its own.
    public static let shape = Shape.anything

    private let whole: Value
    private let veil: Shape

    /// Puts a veil over what a shape calls a secret.
    ///
    /// - Returns: Nil where the shape has no secret, so that the data can go as it is.
    public init?(_ whole: Value, _ shape: Shape) {
        guard shape.holdsSecrets else { return nil }
        self.whole = whole
        veil = shape
    }

    /// Reads plain data of which nothing is known, and shows nothing of it.
    public init(from reader: inout RecordReader) throws(RecordError) {
        whole = try reader.value()
        veil = .secret
    }

    /// Writes what may be seen.
    public func write(to writer: inout RecordWriter) {
        writer.value(writer.revealsSecrets ? whole : veil.veiled(whole))
    }
}

extension Shape {
    /// Whether something in it is a secret.
    @_spi(Hosting) public var holdsSecrets: Bool {
        switch kind {
        case .secret: true
        case .list(let element, _), .map(let element, _): element.holdsSecrets
        case .object(let fields): fields.contains { $0.shape.holdsSecrets }
        default: false
        }
    }

    /// The value with `<redacted>` in the place of every secret.
    func veiled(_ value: Value) -> Value {
        switch (kind, value) {
        case (.secret, .null): .null
        case (.secret, _): .text(Secret.redacted)
        case (.list(let element, _), .list(let list)): .list(list.map(element.veiled))
        case (.map(let element, _), .object(let members)):
            .object(Members(members.map { ($0.name, element.veiled($0.value)) }))
        case (.object(let fields), .object(let members)):
            .object(
                Members(
                    members.map { name, value in
                        (name, fields.first { $0.name == name }?.shape.veiled(value) ?? value)
                    }))
        default: value
        }
    }
}
