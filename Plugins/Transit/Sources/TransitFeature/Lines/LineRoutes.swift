internal import FeatureKit
internal import Geography
internal import TransitContracts
internal import TransitEngine

/// The way of a line on the map.
@Record struct LineShape: Equatable {
    /// Which line.
    @Name("route_id") @Text(0...300) var line: String
    /// What it is called.
    @Name("route_short_name") @Text(0...500) var name: String
    /// Its colour, such as #0D6928, or null.
    @Name("route_color") var color: Value = .null
    /// The points in their order.
    @Count(0...100_000) var shape: [Point]

    /// A point of it.
    @Record struct Point: Equatable {
        /// The latitude.
        var lat: Double
        /// The longitude.
        var lon: Double
        /// Its place in the order, from 1.
        @In(1...100_000) var sequence: Int
    }
}

/// A line.
@Record struct ListedLine: Equatable {
    /// Its id.
    @Text(0...300) var id: String
    /// What it is called.
    @Text(0...500) var name: String
    /// Its long name.
    @Name("long_name") @Text(0...500) var longName: String
    /// What runs on it, such as metro.
    @Text(1...40) var mode: String
    /// Its colour, such as #0D6928, or null.
    var color: Value = .null
}

@Routes("transit", as: "lineRoutes") extension TransitService {
    /// The way of a line on the map: as its shape has it, or with more points, so that no gap is too long.
    ///
    /// Of a line that has no shape it is the way along its stops.
    /// - Parameter route: Which line.
    /// - Parameter max_gap: How far apart neighbours lie at most, in metres.
    /// - Parameter direction: In which direction, 0 or 1; the usual one of both where it is not given.
    @Get("/api/v1/gtfs/routes/{route}/shape", .everyone)
    func shape(
        @Text(1...300) route: String, @In(5.0...100_000.0) max_gap: Double?, @In(0...1) direction: Int?
    ) async throws -> LineShape {
        let board = try board()
        guard let number = board.snapshot.index.line(route) else { throw TransitRefusal.noLine }
        let (line, drawn) = (board.timetable.lines[Int(number)], board.snapshot.index.lines[Int(number)])
        let shape = drawn.shapes[UInt8(direction ?? 0)] ?? drawn.shapes[UInt8(1 - (direction ?? 0))]
        var way = GeoLine(drawn.stops.map { board.snapshot.index.place(of: $0) })
        if let shape, board.snapshot.shapes.indices.contains(Int(shape)) { way = board.snapshot.shapes[Int(shape)] }
        if let max_gap { way = way.dense(every: max_gap) }
        return LineShape(
            line: line.id, name: line.shownName, color: line.shownColor,
            shape: way.points.prefix(100_000).enumerated().map { number, point in
                let point = MapPoint(point)
                return LineShape.Point(lat: point.lat, lon: point.lon, sequence: number + 1)
            })
    }

    /// The lines, by name; 10,000 at most.
    @Get("/api/v1/gtfs/routes", .everyone)
    func lines() async throws -> [ListedLine] {
        try board().timetable.lines.map { line in
            ListedLine(
                id: line.id, name: line.shownName, longName: line.longName, mode: Mode.name(of: line.mode),
                color: line.shownColor)
        }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.prefix(10_000).map(\.self)
    }
}
