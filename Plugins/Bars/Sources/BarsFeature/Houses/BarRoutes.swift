internal import FeatureKit

// What is asked and replied about bars themselves.

/// A bar as somebody puts it here.
struct NewBar: Shaped, Codable {
    var name: String
    var description = ""
    /// Without it what the tables have.
    var capacity: Int64?
    var type: String
    var location: GeoPoint
    var address: String?
    var zone: String?
    var opening = Opening()
    var tables: [Table] = []

    static let shape = Shape.object([
        Field("name", .text(length: 1...100), "What it is called."),
        Field("description", .text(length: 0...2_000), "What there is to say.", default: ""),
        Field(
            "capacity", .integer(in: 1...Bar.mostSeats), "How many it takes; without it what the tables have.",
            optional: true),
        Field("type", Bar.word, "One of the types."), Field("location", .of(GeoPoint.self), "Where it is."),
        Field("address", .text(length: 1...200), "Where it is, in words.", optional: true),
        Field("zone", .text(length: 1...64), "Its time zone.", optional: true),
        Field("opening", .of(Opening.self), "When it is open.", default: [:]),
        Field("tables", .list(of: .of(Table.self), count: 0...Table.most), "Its tables.", default: []),
    ])
}

/// What changes of a bar; what is absent stays.
struct ChangeBar: Shaped, Codable {
    var bar: String
    /// Which version it changes; refused where it is another one by now.
    var version: Int64?
    var name: String?
    var description: String?
    var capacity: Int64?
    var type: String?
    var location: GeoPoint?
    var address: String?
    var zone: String?
    var opening: ChangeOpening?
    var tables: [Table]?

    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."), Field("version", .integer(), "Which version of it.", optional: true),
        Field("name", .text(length: 1...100), "What it is called.", optional: true),
        Field("description", .text(length: 0...2_000), "What there is to say.", optional: true),
        Field("capacity", .integer(in: 1...Bar.mostSeats), "How many it takes.", optional: true),
        Field("type", Bar.word, "One of the types.", optional: true),
        Field("location", .of(GeoPoint.self), "Where it is.", optional: true),
        Field("address", .text(length: 0...200), "Where it is, in words; empty: nothing to say.", optional: true),
        Field("zone", .text(length: 0...64), "Its time zone; empty: that of the settings.", optional: true),
        Field("opening", .of(ChangeOpening.self), "What changes of when it is open.", optional: true),
        Field("tables", .list(of: .of(Table.self), count: 0...Table.most), "Its tables.", optional: true),
    ])
}

/// A bar as everybody sees it.
struct BarShown: Shaped, Codable, Equatable {
    let id: String
    let version: Int64
    let name: String
    let description: String
    let capacity: Int64
    let type: String
    let location: GeoPoint
    var address: String?
    let owner: String
    let zone: String
    let opening: Opening
    let tables: [Table]
    var image: Picture?
    /// Whether it is that of whoever asks; staff may change any.
    let isYours: Bool

    static let shape = Shape.object([
        Field("id", Named.text, "The bar."), Field("version", .integer(), "Another one with every change."),
        Field("name", .text(length: 1...100), "What it is called."),
        Field("description", .text(length: 0...2_000), "What there is to say."),
        Field("capacity", .integer(in: 1...Bar.mostSeats), "How many it takes in one shift."),
        Field("type", Bar.word, "One of the types."), Field("location", .of(GeoPoint.self), "Where it is."),
        Field("address", .text(length: 1...200), "Where it is, in words.", optional: true),
        Field("owner", .text(length: 1...Person.mostKeyBytes), "Whose it is."),
        Field("zone", .text(length: 1...64), "Its time zone."), Field("opening", .of(Opening.self), "When it is open."),
        Field("tables", .list(of: .of(Table.self), count: 0...Table.most), "Its tables."),
        Field("image", .of(Picture.self), "Its picture, at …/image.", optional: true),
        Field("isYours", .boolean, "Whether it is that of whoever asks."),
    ])
}

/// One bar.
struct Named: Shaped, Codable {
    static let text = Shape.text(length: 1...64)
    var bar: String
    static let shape = Shape.object([Field("bar", text, "Which bar.")])
}

struct RemoveBar: Shaped, Codable {
    var bar: String
    /// Also where people have booked there; they are told.
    var cancelBookings = false
    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."),
        Field("cancelBookings", .boolean, "Also where people have booked.", default: false),
    ])
}

struct PutImage: Shaped, Codable {
    var bar: String
    var image: Media
    static let shape = Shape.object([
        Field("bar", Named.text, "Which bar."),
        Field("image", .media(upTo: Picture.mostBytes), "PNG, JPEG or WebP."),
    ])
}

/// It was done.
struct Done: Shaped, Codable, Equatable {
    var done = true
    static let shape = Shape.object([Field("done", .boolean, "Always true.")])
}

/// What bars may be, and how many are.
struct Types: Shaped, Codable {
    var types: [String: Int64]
    static let shape = Shape.object([Field("types", .map(of: .integer()), "How many bars there are of each.")])
}

extension Route where Request == NewBar, Reply == BarShown {
    static var barsAdd: Self { .init("bars.add", .post, "/", access: .user) }
}
extension Route where Request == Named, Reply == BarShown {
    static var barsOne: Self { .init("bars.one", .get, "/{bar}", access: .everyone) }
    static var barsImageRemove: Self { .init("bars.image-remove", .delete, "/{bar}/image", access: .user) }
}
extension Route where Request == ChangeBar, Reply == BarShown {
    static var barsChange: Self { .init("bars.change", .patch, "/{bar}", access: .user) }
}
extension Route where Request == RemoveBar, Reply == Done {
    static var barsRemove: Self { .init("bars.remove", .delete, "/{bar}", access: .user) }
}
extension Route where Request == Named, Reply == Media {
    static var barsImage: Self { .init("bars.image", .get, "/{bar}/image", access: .everyone) }
}
extension Route where Request == PutImage, Reply == BarShown {
    static var barsImagePut: Self { .init("bars.image-put", .put, "/{bar}/image", access: .user) }
}
extension Route where Request == Nothing, Reply == Types {
    static var barsTypes: Self { .init("bars.types", .get, "/types", access: .everyone) }
}
