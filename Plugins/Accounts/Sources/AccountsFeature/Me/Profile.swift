internal import FeatureKit

/// What somebody tells the apps: a name, a seat, and what they like.
struct Profile: Shaped, Codable, Equatable {
    /// As JSON.
    static let mostBytes = 32_768
    static let mostSeats = 20
    static let languageLength = 2...35

    var name: String?
    var language: String?
    var seat: Seat?
    /// The seats before, the latest first.
    var seats: [Seat] = []
    var preferences = Preferences()

    static let shape = Shape.object([
        Field("name", .text(length: Account.nameLength), "What the person is called.", optional: true),
        Field("language", .text(length: languageLength), "A language, such as es or pt-BR.", optional: true),
        Field("seat", .of(Seat.self), "Where the person sits.", optional: true),
        Field(
            "seats", .list(of: .of(Seat.self), count: 0...mostSeats), "Seats of before, the latest first.", default: []),
        Field("preferences", .of(Preferences.self), "What the person likes.", default: [:]),
    ])

    /// Takes another seat; the one of before stays in the history, each only once.
    mutating func sit(on new: Seat?) {
        if let seat, seat != new {
            seats.removeAll { $0 == seat }
            seats.insert(seat, at: 0)
            seats = Array(seats.prefix(Self.mostSeats))
        }
        seat = new
    }
}

/// A place at the circuit, in its own words.
struct Seat: Shaped, Codable, Equatable {
    var grandstand: String?
    var zone: String?
    var row: String?
    var seatNumber: String?

    private static let word = Shape.text(length: 1...50)
    static let shape = Shape.object([
        Field("grandstand", word, "Which grandstand.", optional: true),
        Field("zone", word, "Which zone.", optional: true),
        Field("row", word, "Which row.", optional: true),
        Field("seatNumber", word, "Which seat.", optional: true),
    ])
}

/// What an app shows somebody, and how.
struct Preferences: Shaped, Codable, Equatable {
    enum Theme: String, CaseIterable, Codable, Sendable { case system, light, dark }

    static let mostEntries = 50

    var theme = Theme.system
    var languageCode: String?
    var highContrast = false
    var largeFont = false
    var dashboardWidgets: [String] = []
    var favoriteSeries: String?
    var favoriteTeam: String?
    /// Which notifications are wanted, by their kind.
    var notifications: [String: Bool] = [:]
    /// What the map shows.
    var map: [String: Value] = [:]
    /// What apps have besides.
    var extra: [String: Value] = [:]

    private static let word = Shape.text(length: 1...100)
    static let shape = Shape.object([
        Field("theme", .choice(of: Theme.self), "Light, dark, or as the device has it.", default: "system"),
        Field("languageCode", .text(length: Profile.languageLength), "The app's language.", optional: true),
        Field("highContrast", .boolean, "Whether contrasts are high.", default: false),
        Field("largeFont", .boolean, "Whether letters are large.", default: false),
        Field(
            "dashboardWidgets", .list(of: word, count: 0...mostEntries), "What the home page shows, in order.",
            default: []),
        Field("favoriteSeries", word, "A series.", optional: true),
        Field("favoriteTeam", word, "A team.", optional: true),
        Field("notifications", .map(of: .boolean, count: 0...mostEntries), "Which are wanted, by kind.", default: [:]),
        Field("map", .map(of: .anything, count: 0...mostEntries), "What the map shows.", default: [:]),
        Field("extra", .map(of: .anything, count: 0...mostEntries), "What apps have besides.", default: [:]),
    ])
}

extension Documents<Profile> {
    /// By the digest of the caller's key, whoever signed them in.
    static var profiles: Documents<Profile> { .init("profiles") }
}
