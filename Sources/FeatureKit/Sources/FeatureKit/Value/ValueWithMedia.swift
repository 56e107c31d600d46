/// Plain data with one media member, whose bytes came beside the data and are passed on unchanged.
@_spi(Hosting) public struct ValueWithMedia: Shaped {
    /// Media, and the name of the member that holds them.
    public struct MediaMember: Sendable, Equatable {
        /// The member's name.
        public let name: String
        /// The media.
        public let media: Media

        /// Makes media for a member.
        public init(name: String, media: Media) {
            self.name = name
            self.media = media
        }
    }

    /// Never used: a value of this type stands in for one of a type with a shape of its own.
    public static let shape = Shape.anything

    /// The data without the media.
    public let plain: Value
    /// The media; nil where none came beside the data.
    public let mediaMember: MediaMember?

    /// Combines data and media; the data are a mapping without that member.
    public init(_ plain: Value, _ mediaMember: MediaMember?) {
        self.plain = plain
        self.mediaMember = mediaMember
    }

    /// Reads plain data without media.
    public init(from reader: inout RecordReader) throws(RecordError) { self.init(try reader.value(), nil) }

    /// Writes all of it as plain data, the bytes in base 64.
    public func write(to writer: inout RecordWriter) {
        guard let mediaMember else { return writer.value(plain) }
        writer.beginRecord()
        for (name, value) in members where name != mediaMember.name {
            writer.member(name)
            writer.value(value)
        }
        writer.member(mediaMember.name)
        mediaMember.media.write(to: &writer)
        writer.endRecord()
    }

    /// The data as another type; the bytes are not written in base 64 on the way.
    public func decoded<T: Shaped>(as type: T.Type) throws -> T {
        if let same = self as? T { return same }
        guard let mediaMember else { return try plain.decoded(as: type) }
        // A reader that wants plain data decodes the base 64 itself.
        if let value = try Value(encoding: self) as? T { return value }
        var members = members
        // An empty mapping stands for the media.
        members[mediaMember.name] = .object(Members())
        return try Value.object(members).decoded(as: type, with: mediaMember.media)
    }

    private var members: Members { if case .object(let members) = plain { members } else { Members() } }
}

extension Shape {
    /// The field that is the body over HTTP: the only media field of a mapping.
    @_spi(Hosting) public var mediaMember: Field? {
        guard case .object(let fields) = kind else { return nil }
        let media = fields.filter { if case .media = $0.shape.kind { true } else { false } }
        return media.count == 1 ? media.first : nil
    }
}

extension CodingUserInfoKey {
    private static let attached = CodingUserInfoKey(rawValue: "flagstand.attached-media")

    /// The user info for a decoder whose value is media that came beside the data.
    static func carrying(_ media: Media) -> [CodingUserInfoKey: Any] { attached.map { [$0: media] } ?? [:] }

    /// The media that a decoder's value stands for.
    static func attachedMedia(in info: [CodingUserInfoKey: Any]) -> Media? { attached.flatMap { info[$0] } as? Media }
}
