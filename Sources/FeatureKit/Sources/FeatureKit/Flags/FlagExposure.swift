/// The record that a caller was given a variant by a rule or a split, for comparing the variants.
public struct FlagExposure: Shaped, Equatable, Codable {
    /// The flag's key.
    public let flag: String
    /// The variant's name.
    public let variant: String
    /// `SPLIT` or `TARGETING_MATCH`; more may come.
    public let reason: String
    /// The caller's key, by which flags bucket.
    public let key: String
    /// The revision of the flags.
    public let revision: Int
    /// When the variant was given.
    public let at: Timestamp

    /// The flag, the variant, the reason, the key, the revision and the time.
    public static let shape = Shape.object([
        Field("flag", .text(), "The flag's key."),
        Field("variant", .text(), "The variant's name."),
        Field("reason", .text(), "SPLIT or TARGETING_MATCH; more may come."),
        Field("key", .text(), "Who it was, by the key that flags bucket by."),
        Field("revision", .integer(), "Which state of all flags it was."),
        Field("at", .timestamp, "When."),
    ])

    /// Describes an exposure.
    public init(flag: String, variant: String, reason: String, key: String, revision: Int, at: Timestamp) {
        self.flag = flag
        self.variant = variant
        self.reason = reason
        self.key = key
        self.revision = revision
        self.at = at
    }
}

extension Topic where Payload == FlagExposure {
    /// The variants that callers are given; any feature may read them if its `feature.yaml` declares it.
    public static var flagExposure: Topic<FlagExposure> { .init("flags.exposure") }
}
