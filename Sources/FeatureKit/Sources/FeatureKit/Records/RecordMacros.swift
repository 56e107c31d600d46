/// Makes a struct a record: its shape, an `init` with all fields, and what reads and writes it, of its properties.
///
/// Each stored property is a field: its doc comment is the field's sentence, an optional one may be absent, and one with
/// a value has that as its default. With `@Public` or `@InEvent` on properties the record also has a `View` or an
/// `Event`; see `Stored.view` and `Stored.event`. With `@Editable` it has a `Draft` and a `Change`.
@attached(
    member,
    names: named(shape), named(readsExactly), named(recordFields), named(init), named(write), named(View), named(view),
    named(Event), named(event), named(Draft), named(Change)
)
@attached(memberAttribute)
@attached(extension, conformances: Shaped, RecordWithView, RecordWithEvent)
public macro Record() = #externalMacro(module: "FeatureKitMacros", type: "RecordMacro")

/// Bounds the length of a field's text in characters; in a list or mapping that of each text.
@attached(peer)
public macro Text(_ length: ClosedRange<Int>) = #externalMacro(module: "FeatureKitMacros", type: "TextMacro")

/// Bounds a field's number; in a list or mapping each number.
@attached(peer)
public macro In<Bound: Comparable>(_ range: ClosedRange<Bound>) =
    #externalMacro(module: "FeatureKitMacros", type: "RangeMacro")

/// Bounds a field's duration; in a list or mapping each duration.
@attached(peer)
public macro In(_ range: ClosedRange<Duration>) = #externalMacro(module: "FeatureKitMacros", type: "RangeMacro")

/// Bounds the number of elements of a field's list or mapping.
@attached(peer)
public macro Count(_ count: ClosedRange<Int>) = #externalMacro(module: "FeatureKitMacros", type: "CountMacro")

/// Gives a field another name in JSON than that of its property.
@attached(peer)
public macro Name(_ name: String) = #externalMacro(module: "FeatureKitMacros", type: "PropertyMarker")

/// Declares that a change of a field of settings needs no restart: a `Reconfigurable` feature takes it while it runs.
@attached(peer)
public macro Live() = #externalMacro(module: "FeatureKitMacros", type: "PropertyMarker")

/// Declares the names that a field of a stored record had in older versions, whose documents still have them.
@attached(peer)
public macro Was(_ names: String...) = #externalMacro(module: "FeatureKitMacros", type: "PropertyMarker")

/// Puts a property into the record's `View`, which callers see.
@attached(peer)
public macro Public() = #externalMacro(module: "FeatureKitMacros", type: "PropertyMarker")

/// Puts a property into the record's `Event`.
@attached(peer)
public macro InEvent() = #externalMacro(module: "FeatureKitMacros", type: "PropertyMarker")

/// Lets callers set a property, in the record's `Draft` and `Change`.
///
/// A draft has the property as the record has it; `Bar(draft, owner: …)` makes the record. In a change it is optional.
@attached(peer)
public macro Editable() = #externalMacro(module: "FeatureKitMacros", type: "PropertyMarker")

/// Lets callers set a property that is a record: a change has the `@Editable` fields of that record one by one.
@attached(peer)
public macro Editable(_ how: EditedFields) = #externalMacro(module: "FeatureKitMacros", type: "PropertyMarker")

/// How a change represents a record within a record: `@Editable(.byField)`.
public enum EditedFields: Sendable { case byField }

/// Put on each field by `@Record` so that the compiler checks its type there; not to be written by hand.
@attached(peer)
public macro _RecordField() = #externalMacro(module: "FeatureKitMacros", type: "FieldMacro")

/// Declares the collection that a record's documents are kept in: `static let documents`.
///
/// Indexes are named by key paths: `@Collection("bookings", .on(\.user, \.starts), .unique(\.name.folded))`. `person:` says
/// which field is a person, and whether erasing that person deletes the documents: `person: .deletes(\.user)`. `migrations:`
/// says how documents of older versions become what they are today, the oldest migration first.
@attached(member, names: named(documents))
public macro Collection(
    _ name: String, _ indexes: DocumentIndex..., person: DocumentPerson? = nil, migrations: [DocumentMigration] = []
) = #externalMacro(module: "FeatureKitMacros", type: "CollectionMacro")
