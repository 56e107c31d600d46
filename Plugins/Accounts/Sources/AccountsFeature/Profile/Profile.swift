internal import FeatureKit

/// What a user tells the apps, kept under a digest of the user's key, whichever issuer signed them in.
@Record @Collection("profiles")
struct Profile: Equatable {
    /// As JSON.
    static let mostBytes = 32_768
    static let mostSeats = 20

    /// The person's name.
    @Text(Account.nameLength) var name: String?
    /// A language, such as es or pt-BR.
    @Text(Account.languageLength) var language: String?
    /// Where the person sits.
    var seat: Seat?
    /// Previous seats, the latest first, each only once.
    @Count(0...Profile.mostSeats) var seats: [Seat] = []
    /// What apps show the person, and how.
    var preferences: Preferences = Preferences()

    /// Takes another seat, or none; the previous one joins the history.
    mutating func sit(on new: Seat?) {
        if let seat, seat != new { seats = Array(([seat] + seats.filter { $0 != seat }).prefix(Self.mostSeats)) }
        seat = new
    }
}

/// A place at the circuit, in the circuit's own words.
@Record struct Seat: Equatable {
    /// Which grandstand.
    @Text(1...50) var grandstand: String?
    /// Which zone.
    @Text(1...50) var zone: String?
    /// Which row.
    @Text(1...50) var row: String?
    /// Which seat.
    @Text(1...50) var seatNumber: String?
}

/// What an app shows a user, and how.
@Record struct Preferences: Equatable {
    enum Theme: String, CaseIterable, Shaped { case system, light, dark }

    static let mostEntries = 50

    /// Light, dark, or as the device has it.
    var theme: Theme = .system
    /// The app's language.
    @Text(Account.languageLength) var languageCode: String?
    /// Whether contrasts are high.
    var highContrast = false
    /// Whether letters are large.
    var largeFont = false
    /// What the home page shows, in order.
    @Text(1...100) @Count(0...Preferences.mostEntries) var dashboardWidgets: [String] = []
    /// A series.
    @Text(1...100) var favoriteSeries: String?
    /// A team.
    @Text(1...100) var favoriteTeam: String?
    /// What the map shows.
    @Count(0...Preferences.mostEntries) var map: [String: Value] = [:]
    /// What apps have besides.
    @Count(0...Preferences.mostEntries) var extra: [String: Value] = [:]
}
