/// What a feature's library hands to the host.
public final class FeatureEntry: Sendable {
    /// The Swift type's name, for messages.
    @_spi(Hosting) public let typeName: String
    /// The type of its settings.
    @_spi(Hosting) public let settingsType: any Shaped.Type
    /// The Shape of its settings.
    @_spi(Hosting) public let settingsShape: Shape
    /// Every topic, route, collection and flag that it uses.
    @_spi(Hosting) public let contracts: [Contract]
    /// An example of each of its own refusals; empty where its library was not opened.
    @_spi(Hosting) public let refusals: [RouteError]
    /// Checks settings that fit their Shape; nil where the feature has no code for that, or runs elsewhere.
    @_spi(Hosting) public let problemsInSettings: (@Sendable (Value) throws -> [SettingsProblem])?
    package let make: @Sendable (Value, FeatureContext) throws -> any Feature
    /// Nil where the feature takes no settings while it runs.
    package let reconfigure: Reconfigure?

    package typealias Reconfigure = @Sendable (any Feature, Value) async throws -> Reconfiguration

    /// Whether the feature can take new settings while it runs; even then it may ask for a restart.
    @_spi(Hosting) public var isReconfigurable: Bool { reconfigure != nil }

    /// Whether it has code that checks settings beyond their Shape.
    @_spi(Hosting) public var checksSettings: Bool { problemsInSettings != nil }

    /// Whether the feature is given new settings while it runs, and not restarted with them.
    ///
    /// Where no field of the settings is live, it is given every change.
    @_spi(Hosting) public func takes(_ new: Value, after old: Value) -> Bool {
        isReconfigurable
            && (!settingsShape.hasLiveFields || settingsShape.changesNeedingRestart(from: old, to: new).isEmpty)
    }

    /// Describes a feature's type.
    @_spi(Hosting) public init<F: Feature>(_ type: F.Type) {
        typeName = "\(F.self)"
        settingsType = F.Settings.self
        settingsShape = F.Settings.shape
        contracts = F.contracts.completed
        refusals = Self.refusals(of: F.self)
        make = { settings, context in try F(settings: Self.checked(Self.read(settings), of: F.self), context: context) }
        reconfigure = Self.reconfigure(F.self)
        problemsInSettings = Self.problemsInSettings(F.self)
    }

    /// Describes a feature's type with settings that are made already, for tests.
    @_spi(Hosting) public init<F: Feature>(_ type: F.Type, settings: F.Settings) {
        typeName = "\(F.self)"
        settingsType = F.Settings.self
        settingsShape = F.Settings.shape
        contracts = F.contracts.completed
        refusals = Self.refusals(of: F.self)
        make = { _, context in try F(settings: Self.checked(settings, of: F.self), context: context) }
        reconfigure = Self.reconfigure(F.self)
        problemsInSettings = Self.problemsInSettings(F.self)
    }

    /// Describes a feature of another library: how it is made, and how it takes new settings.
    package init(
        typeName: String, settings: Shape, contracts: [Contract],
        make: @escaping @Sendable (Value, FeatureContext) throws -> any Feature,
        reconfigure: (@Sendable (any Feature, Value) async throws -> Reconfiguration)?
    ) {
        self.typeName = typeName
        settingsType = Value.self
        settingsShape = settings
        self.contracts = contracts
        refusals = []
        problemsInSettings = nil
        self.make = make
        self.reconfigure = reconfigure
    }

    private static func refusals<F: Feature>(of type: F.Type) -> [RouteError] {
        func examples<R: Refusal>(_ type: R.Type) -> [RouteError] { R.examples.map(\.answer) }
        return F.refusals.flatMap { examples($0) }
    }

    private static func reconfigure<F: Feature>(_ type: F.Type) -> Reconfigure? {
        if let type = F.self as? any Reconfigurable.Type { return handOver(to: type) }
        return nil
    }

    private static func handOver<F: Reconfigurable>(to type: F.Type) -> Reconfigure {
        { feature, settings in
            guard let feature = feature as? F else { return .restart }
            return try await feature.reconfigure(Self.checked(Self.read(settings), of: F.self))
        }
    }

    private static func problemsInSettings<F: Feature>(
        _ type: F.Type
    ) -> (@Sendable (Value) throws -> [SettingsProblem])? {
        guard let type = F.self as? any ChecksSettings.Type else { return nil }
        func check<C: ChecksSettings>(_ type: C.Type) -> @Sendable (Value) throws -> [SettingsProblem] {
            { settings in C.problems(in: try Self.read(settings)) }
        }
        return check(type)
    }

    /// The settings, after the feature's own check.
    private static func checked<F: Feature>(_ settings: F.Settings, of type: F.Type) throws -> F.Settings {
        func problems<C: ChecksSettings>(_ type: C.Type) -> [SettingsProblem] {
            (settings as? C.Settings).map { C.problems(in: $0) } ?? []
        }
        guard let type = F.self as? any ChecksSettings.Type, case let found = problems(type), !found.isEmpty else {
            return settings
        }
        throw WrongSettings(problems: found)
    }

    /// Settings have been checked against their Shape before, so a failure here is the feature's own mistake.
    private static func read<Settings: Shaped>(_ settings: Value) throws -> Settings {
        do { return try settings.decoded(as: Settings.self) } catch {
            throw UnreadableSettings(description: "its Codable can't read settings that fit its Shape: \(error)")
        }
    }

    /// Hands a feature's type to the host: the one line of a library's `flagstand_feature` function.
    public static func open<F: Feature>(_ type: F.Type) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(FeatureEntry(type)).toOpaque()
    }

    /// Takes the entry that `open` handed out; to be called once for each.
    @_spi(Hosting) public static func take(_ handed: UnsafeMutableRawPointer) -> FeatureEntry {
        unsafe Unmanaged<FeatureEntry>.fromOpaque(handed).takeRetainedValue()
    }
}

/// Why a feature could not be made from checked settings.
struct UnreadableSettings: Error, CustomStringConvertible {
    let description: String
}
