/// Makes a struct the feature of its library: it stores `settings` and `context`, and the host finds it.
///
/// The struct may have an `init` of its own; then the macro only lets the host find it.
@attached(member, names: named(settings), named(context), named(init))
@attached(peer, names: named(flagstandFeature))
public macro Module() = #externalMacro(module: "FeatureKitMacros", type: "ModuleMacro")

/// Fills a struct's properties from a feature's context: collections, values, publishers, blobs and the parts of the
/// context.
///
/// `StoredCollection<Booking>` is opened by `Booking.documents`, `Publisher<Booked>` by `Booked.topic`; both are
/// contracts of the feature: `static let contracts = Bookings.contracts + …`. Any other property is a parameter of the
/// `init`.
@attached(member, names: named(contracts), named(init))
public macro Resources() = #externalMacro(module: "FeatureKitMacros", type: "ResourcesMacro")

/// Declares the topic that a record's messages are published on: `static let topic`.
@attached(member, names: named(topic))
public macro Topic(
    _ name: String, retain: Topic<Nothing>.Retention = .nothing, waits: Bool = false, watchable: Bool = false
) = #externalMacro(module: "FeatureKitMacros", type: "TopicMacro")
