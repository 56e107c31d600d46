/// A flag that a feature evaluates: its key, its value where no rule applies, and what it decides.
///
/// Naming it in the feature's contracts, `.evaluates(.dim)`, declares it to the host. A flag of an enum of texts has a
/// variant for each case.
public struct Flag<Content: Shaped>: Sendable {
    /// The flag's key, such as `lamp.dim`.
    public let key: String
    /// The flag's value where no rule applies.
    public let fallback: Content
    /// What it decides, in one sentence.
    public let summary: String

    /// Declares a flag.
    public init(_ key: String, default fallback: Content, _ summary: String) {
        self.key = key
        self.fallback = fallback
        self.summary = summary
    }
}

/// The flags that a feature declares.
public struct Flags: Sendable {
    package let source: any FlagSource
    private let declared: [String: any Shaped.Type]
    private let feature: String
    private let onMisuse: @Sendable (FlagMisuse) -> Void

    /// Makes the flags of one feature.
    ///
    /// - Parameter onMisuse: Told where the feature asks for a flag otherwise than it declared.
    package init(
        _ contracts: [Contract], of feature: String, source: any FlagSource,
        onMisuse: @escaping @Sendable (FlagMisuse) -> Void = { _ in }
    ) {
        let flags = contracts.filter { $0.role == .evaluates }
        declared = Dictionary(flags.map { ($0.name, $0.types.first ?? Value.self) }) { first, _ in first }
        self.source = source
        self.feature = feature
        self.onMisuse = onMisuse
    }

    /// The value of a flag for a caller.
    ///
    /// It never waits. Where the flag's rules give a value of another type, the default applies.
    ///
    /// - Throws: `FlagMisuse` where the feature does not declare the flag, or as one of another type.
    public func value<Content>(of flag: Flag<Content>, for caller: Caller) throws(FlagMisuse) -> Content {
        guard let type = declared[flag.key] else {
            throw noting(.undeclared(flag.key, in: feature, declared: declared.keys))
        }
        guard type == Content.self || type.shape == Content.shape else {
            throw noting(.otherType(flag.key, in: feature, declared: type.shape, asked: Content.shape))
        }
        guard let value = source.value(of: flag.key, for: caller) else { return flag.fallback }
        return (try? value.decoded(as: Content.self)) ?? flag.fallback
    }

    private func noting(_ error: FlagMisuse) -> FlagMisuse {
        onMisuse(error)
        return error
    }
}

/// Where a feature's flags come from.
@_spi(Hosting) public protocol FlagSource: Sendable {
    /// What the flag holds for a caller; nil where nobody knows.
    func value(of key: String, for caller: Caller) -> Value?
}
