import FeatureKit

/// What both sides keep: some 300 bytes of JSON with two indexes, one of which each change moves.
struct Booking: Shaped, Codable, Equatable {
    var guest: String
    var table: String
    var seats: Int
    var phone: String
    var notes: [String]
    var place: GeoPoint
    var isPaid: Bool
    var changed: Int

    static let shape = Shape.object([
        Field("guest", .text(length: 1...80), "Who comes."),
        Field("table", .text(length: 1...20), "Where they sit."),
        Field("seats", .integer(in: 1...100), "How many they are."),
        Field("phone", .text(length: 0...40), "How to reach them."),
        Field("notes", .list(of: .text(length: 0...200)), "What to know."),
        Field("place", GeoPoint.shape, "Where they come from."),
        Field("isPaid", .boolean, "Whether they have paid."),
        Field("changed", .integer(in: 0...Int64.max), "How often it was changed."),
    ])

    static let collection = Documents<Booking>("bookings", indexes: [.on("table", "seats"), .on("changed")])

    /// The first content of a number's document.
    init(_ number: Int) {
        guest = "Guest number \(number)"
        table = "table-\(number % 40)"
        seats = 1 + number % 12
        phone = "+34 600 \(100_000 + number)"
        notes = [
            "Comes with a dog that likes the terrace and the shade under the big tree.", "No nuts, please.",
            "Asked for the table by the window if there is one.",
        ]
        place = GeoPoint(lat: 41.38 + Double(number % 100) / 1_000, lon: 2.17)
        isPaid = false
        changed = 0
    }

    static func id(_ number: Int) -> String { "booking-\(number)" }

    /// What each update does.
    mutating func change() {
        changed += 1
        seats = 1 + (seats + 1) % 12
        isPaid.toggle()
    }
}
