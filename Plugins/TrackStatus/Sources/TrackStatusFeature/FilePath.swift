internal import FeatureKit

/// A path of a setting; the host resolves it from the folder of the configuration.
struct FilePath: Shaped, Equatable, ExpressibleByStringLiteral {
    let text: String

    static let shape = Shape.path

    init(_ text: String) { self.text = text }
    init(stringLiteral text: String) { self.text = text }
    init(from reader: inout RecordReader) throws(RecordError) { text = try String(from: &reader) }

    func write(to writer: inout RecordWriter) { text.write(to: &writer) }
}
