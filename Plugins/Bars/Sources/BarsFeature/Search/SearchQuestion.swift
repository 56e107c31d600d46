internal import FeatureKit

/// A search that makes sense.
struct SearchQuestion: Sendable {
    let needle: Needle?
    /// Any of these; empty: all.
    let types: [String]
    let point: GeoPoint?
    let within: Double?
    /// For how many there has to be room tomorrow, and in any of which shifts; 0 where nobody asked.
    let people: Int16
    let shifts: ShiftSet
    let limit: Int
    private(set) var after: SearchPlace?

    /// - Throws: What is wrong with it, in words.
    init(_ search: Search, _ settings: Bars.Settings) throws(RouteError) {
        if let name = search.name {
            guard let needle = Needle(name) else { throw .nothingToFind }
            self.needle = needle
        } else {
            needle = nil
        }
        for type in search.type where !settings.types.contains(type) {
            throw .unknownType(type, among: settings.types)
        }
        types = Set(search.type).sorted()
        switch (search.lat, search.lon) {
        case (nil, nil): point = nil
        case (let lat?, let lon?): point = GeoPoint(lat: lat, lon: lon)
        case (_?, nil): throw .halfAPoint("lat", without: "lon")
        case (nil, _?): throw .halfAPoint("lon", without: "lat")
        }
        guard search.within == nil || point != nil else { throw .withinOfNothing }
        within = search.within
        var shifts: [Int] = []
        for id in search.shift {
            guard let index = settings.shifts.firstIndex(where: { $0.id == id }) else {
                throw .unknownShift(id, among: settings.shifts.map(\.id))
            }
            shifts.append(index)
        }
        // Who names a shift means one with room for somebody.
        people = Int16(clamping: search.people ?? (shifts.isEmpty ? 0 : 1))
        self.shifts = ShiftSet(shifts.isEmpty ? Array(settings.shifts.indices) : shifts)
        limit = Int(search.limit)
        guard let text = search.after else { return }
        guard let place = SearchPlace(text, of: bytes, byDistance: point != nil) else { throw .otherQuestion }
        after = place
    }

    /// What tells it from any other question; how many are asked for at once does not.
    var bytes: [UInt8] {
        var text = types.joined(separator: ",") + ";\(people);\(shifts.rawValue);"
        for number in [point?.lat, point?.lon, within] {
            text += number.map { String($0.bitPattern, radix: 16) } ?? "-"
            text += ";"
        }
        return Array(text.utf8) + (needle?.bytes ?? [])
    }
}
