public import FeatureKit
internal import Glibc

/// Many fences, of which those are found quickly that are near a point.
///
/// Fences lie in a grid of cells about a kilometre wide, each in the cells that it reaches; those that reach very many lie in a
/// list of their own.
public struct Geofences: Sendable {
    /// How far from a fence it is still found, in metres: what a fix may be off, and what exits wait for.
    static let reach = 200.0
    private static let cell = 0.01
    private static let mostCells = 4_096

    /// The fences, in the order of `order` and their ids.
    public let fences: [Fence]
    private var cells: [UInt64: [Candidate]] = [:]
    private var large: [Candidate] = []
    private var numbers: [String: Int] = [:]

    /// A fence of a cell, with its box beside it: most are refused by that.
    private struct Candidate {
        let number: Int
        let box: GeoBox
    }

    /// Makes an index; of several fences with one id the last counts.
    public init(_ fences: some Sequence<Fence>) {
        let all = Dictionary(fences.map { ($0.id, $0) }) { $1 }.values.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
        self.fences = all
        for (number, fence) in all.enumerated() {
            numbers[fence.id] = number
            let candidate = Candidate(number: number, box: fence.box)
            var around = fence.box
            around.grow(by: Self.reach)
            if let keys = Self.keys(in: around) {
                for key in keys { cells[key, default: []].append(candidate) }
            } else {
                large.append(candidate)
            }
        }
    }

    /// A fence; nil where there is none with that id.
    public subscript(id: String) -> Fence? { numbers[id].map { fences[$0] } }

    func number(of id: String) -> Int? { numbers[id] }

    /// Whether a place is within a fence, or not further from it than so many metres.
    func reaches(_ number: Int, _ plane: Plane, within slack: Double) -> Bool {
        fences[number].outline.reaches(plane, within: slack)
    }

    /// Looks at the fences whose box is not further from a place than so many metres, up to `reach`.
    func forEachNear(_ plane: Plane, within metres: Double, _ body: (Int) -> Void) {
        let slack = plane.degrees(metres * 1.001)
        let found = cells[Self.key(Self.row(plane.origin.lat), plane.origin.lon)] ?? []
        for candidate in found where candidate.box.contains(plane.origin, within: slack) { body(candidate.number) }
        for candidate in large where candidate.box.contains(plane.origin, within: slack) { body(candidate.number) }
    }

    /// Looks at the fences that a way between two points may meet.
    func forEachNear(_ start: GeoPoint, _ end: GeoPoint, _ body: (Int) -> Void) {
        guard let keys = Self.keys(in: GeoBox(around: [start, end], reach: 0)) else {
            return fences.indices.forEach(body)
        }
        var found = Set(large.map(\.number))
        for key in keys { found.formUnion((cells[key] ?? []).map(\.number)) }
        found.forEach(body)
    }

    /// The fences nearest to a point by their edges, the nearest first.
    public func nearest(_ count: Int, to point: GeoPoint) -> [(fence: Fence, distance: Double)] {
        fences.map { ($0, $0.distance(from: point)) }.sorted {
            ($0.1, $0.0.order, $0.0.id) < ($1.1, $1.0.order, $1.0.id)
        }
        .prefix(count).map { (fence: $0.0, distance: $0.1) }
    }

    // MARK: - Cells

    private static func row(_ lat: Double) -> Int { Int(((lat + 90) / cell).rounded(.down)) }

    /// How many cells go around the earth in a row.
    private static func columns(_ row: Int) -> Int {
        let lat = Double(row) * cell - 90 + cell / 2
        return max(1, Int(360 / cell * cos(lat * .pi / 180)))
    }

    private static func key(_ row: Int, _ lon: Double) -> UInt64 {
        let count = columns(row)
        var part = (lon + 180) / 360
        part -= part.rounded(.down)
        return UInt64(row) << 32 | UInt64(min(count - 1, Int(part * Double(count))))
    }

    /// The cells that a box reaches; nil where they are too many.
    private static func keys(in box: GeoBox) -> [UInt64]? {
        var keys: [UInt64] = []
        for row in row(box.south)...row(box.north) {
            let count = columns(row)
            let first = Int(((box.west + 180) / 360 * Double(count)).rounded(.down))
            let last = Int(((box.west + box.width + 180) / 360 * Double(count)).rounded(.down))
            guard keys.count + min(count, last - first + 1) <= mostCells else { return nil }
            for column in first...min(last, first + count - 1) {
                keys.append(UInt64(row) << 32 | UInt64((column % count + count) % count))
            }
        }
        return keys
    }
}
