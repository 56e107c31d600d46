/// Bytes with a media type, such as an image, that a route takes or replies with.
public struct Media: Shaped, Equatable, Codable {
    /// Bytes with a media type.
    public static var shape: Shape { .media }

    /// The most bytes of any media, over HTTP and between host and worker.
    @_spi(Hosting) public static let most = 64 << 20

    /// The fields of its JSON form.
    @_spi(Hosting) public static let fields = fields(upTo: most)

    /// The fields of its JSON form, with a limit on the number of bytes.
    @_spi(Hosting) public static func fields(upTo most: Int) -> [Field] {
        [
            Field("type", .text(length: 1...255), "The media type, such as image/png."),
            Field("base64", .text(length: 0...Base64.length(of: most)), "The bytes in base 64."),
        ]
    }

    /// The media type, such as `image/png`.
    public let type: String
    /// The bytes.
    public let bytes: [UInt8]

    /// Makes media from a type and bytes.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// How many bytes a text in strict base 64 stands for; nil where it is not base 64.
    @_spi(Hosting) public static func count(ofBase64 text: String) -> Int? { Base64.count(of: text) }

    private static let names = RecordFields("type", "base64")

    /// Reads the type and the bytes in base 64, or takes the media that came beside the data unchanged.
    public init(from reader: inout RecordReader) throws(RecordError) {
        if let attached = try reader.attachedMedia() {
            self = attached
            return
        }
        var type: String?
        var bytes: [UInt8]?
        var cursor = try reader.beginRecord()
        while let field = try reader.nextField(&cursor, Self.names) {
            let text = try reader.text()
            if field == 0 {
                guard text.textsHave(length: 1...255) else { throw reader.outOfBounds(0) }
                type = text
            } else {
                bytes = Base64.decode(text)
            }
        }
        guard let type, let bytes else { throw reader.missing(type == nil ? 0 : 1) }
        guard bytes.count <= Self.most else { throw reader.outOfBounds(1) }
        self.init(type: type, bytes: bytes)
    }

    /// Writes the type and the bytes in base 64.
    public func write(to writer: inout RecordWriter) {
        writer.beginRecord()
        writer.field("type")
        writer.text(type)
        writer.field("base64")
        writer.text(Base64.encode(bytes))
        writer.endRecord()
    }

    private enum CodingKeys: String, CodingKey { case type, base64 }

    /// Reads the type and the bytes in base 64, or takes the media that came beside the data unchanged.
    public init(from decoder: any Decoder) throws {
        if let media = CodingUserInfoKey.attachedMedia(in: decoder.userInfo) {
            self = media
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        let text = try container.decode(String.self, forKey: .base64)
        guard let bytes = Base64.decode(text) else {
            throw DecodingError.dataCorruptedError(forKey: .base64, in: container, debugDescription: "not base 64")
        }
        self.bytes = bytes
    }

    /// Writes the type and the bytes in base 64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(Base64.encode(bytes), forKey: .base64)
    }
}
