internal import CSV
internal import Calendars
internal import Days
internal import FeatureKit
internal import GTFS
internal import Geography
internal import TransitEngine

/// Puts the tables of feeds together into one network; what is wrong with a row is noted, and the row left out.
struct FeedReader {
    private static let mostFindings = 2_000
    /// The most days that a timetable has; those beyond are left out.
    private static let mostDays = 5_000

    var network: Network
    private(set) var shapes: [GeoLine] = []
    /// How far along each shape its points lie, in the feed's own unit; nothing where the feed does not say.
    private(set) var lengths: [[Float]] = []
    /// How far along its shape each call lies; not a number where the feed does not say.
    var distances: [Float] = []
    /// What each feed has.
    private(set) var parts: [FeedPart] = []
    /// The number that each call has in its feed, by which live changes name it.
    var sequences: [Int32] = []
    private(set) var report = LoadingReport()
    private let zones: Zones
    /// The names that the feed that is being read has given to what lies where in the network.
    var stops: [String: UInt32] = [:]
    var lines: [String: UInt32] = [:]
    private var services: [String: UInt32] = [:]
    var trips: [String: UInt32] = [:]
    private var shapeNumbers: [String: UInt32] = [:]
    private var headsigns: [String: UInt32] = [:]
    private var blocks: [String: UInt32] = [:]
    private var blockCount: UInt32 = 0

    /// Reads the feeds; `pace` and `walk` say between which stops one walks, and how fast.
    init(_ feeds: [FeedTables], today: Day, zones: Zones, walk: Int, pace: Double) throws(FeedProblem) {
        self.zones = zones
        network = Network(days: try Self.days(of: feeds, today: today))
        for feed in feeds {
            let (stops, services, trips) = (network.stops.count, network.services.count, network.trips.count)
            let meant = takeInfo(feed, today: today)
            try take(feed)
            let own = network.trips[trips...]
            if let meant { limit(services..<network.services.count, of: own, to: meant) }
            // Where all days of a feed are left out, its calendars say which they were.
            let named = {
                (try? Self.days(of: [feed], today: today)).map {
                    Day(daysSince1970: $0.first)...Day(daysSince1970: $0.first + max($0.count, 1) - 1)
                }
            }
            guard let days = network.runningDays(of: own) ?? named() else { continue }
            let knows = own.contains { $0.wheelchair == .possible }
            parts.append(FeedPart(stops: stops..<network.stops.count, days: days, knowsWheelchairs: knows))
        }
        if distances.allSatisfy(\.isNaN) { distances = [] }
        addFootpaths(walk: walk, pace: pace)
        (report.stops, report.lines, report.trips) = (network.stops.count, network.lines.count, network.trips.count)
        (report.calls, report.footpaths) = (network.calls.count, network.footpaths.count)
    }

    /// The days between the first and the last one that any feed names; where these are too many, those from a year ago on.
    private static func days(of feeds: [FeedTables], today: Day) throws(FeedProblem) -> ServiceDays {
        let spans = feeds.compactMap(\.serviceDays)
        guard var first = spans.map(\.lowerBound.daysSince1970).min(),
            let last = spans.map(\.upperBound.daysSince1970).max()
        else { throw FeedProblem(feeds.first?.name ?? "", "its calendars name no day") }
        if last - first >= mostDays { first = max(first, min(today.daysSince1970 - 365, last - mostDays + 1)) }
        return ServiceDays(first: first, count: min(last - first + 1, mostDays))
    }

    /// Notes what is wrong with a row; beyond the most it is only counted.
    mutating func note(
        _ feed: FeedTables, _ file: String, _ row: CSVTable.Row, _ what: @autoclosure () -> String, error: Bool = true
    ) { note(feed, file, line: row.line, what(), error: error) }

    mutating func note(
        _ feed: FeedTables, _ file: String, line: Int, _ what: @autoclosure () -> String, error: Bool = true
    ) {
        if error { report.errors += 1 } else { report.warnings += 1 }
        guard report.findings.count < Self.mostFindings else { return report.unlisted += 1 }
        report.findings.append(
            LoadingReport.Finding(
                isError: error, feed: String(feed.name.suffix(2_000)), file: file, line: line,
                what: String(what().prefix(2_000))))
    }

    /// Beyond the days that it is meant for a feed may say what is not so any more, unless none of its own is among them.
    private mutating func limit(_ services: Range<Int>, of trips: ArraySlice<Network.Trip>, to meant: ClosedRange<Day>)
    {
        guard network.runningDays(of: trips)?.overlaps(meant) == true else { return }
        for day in 0..<network.days.count where !meant.contains(Day(daysSince1970: network.days.first + day)) {
            for service in services { network.services[service].remove(day) }
        }
    }

    /// Notes what a feed says of itself; the days that it is meant for.
    private mutating func takeInfo(_ feed: FeedTables, today: Day) -> ClosedRange<Day>? {
        var meant: ClosedRange<Day>?
        var about = LoadingReport.About(feed: String(feed.name.suffix(2_000)), expired: false)
        feed["feed_info.txt"].each { row in
            let (first, last) = (Day(compact: row.text("feed_start_date")), Day(compact: row.text("feed_end_date")))
            (about.first, about.last) = (first?.description, last?.description)
            about.version = row.text("feed_version").isEmpty ? nil : String(row.text("feed_version").prefix(200))
            if let last { meant = min(first ?? Day(daysSince1970: network.days.first), last)...last }
            guard let last, last < today else { return }
            about.expired = true
            note(feed, "feed_info.txt", row, "the timetable expired on \(last)", error: false)
        }
        report.feeds.append(about)
        return meant
    }

    private mutating func take(_ feed: FeedTables) throws(FeedProblem) {
        (stops, lines, services, trips, shapeNumbers, blocks) = ([:], [:], [:], [:], [:], [:])
        let agencies = try takeAgencies(feed)
        takeStops(feed, zone: agencies.first)
        takeLines(feed, agencies.zones, first: agencies.first)
        takeServices(feed)
        takeShapes(feed)
        try takeTrips(feed)
        takeTransfers(feed)
    }

    /// The zone of each agency, by its id, and that of the first one.
    private mutating func takeAgencies(
        _ feed: FeedTables
    ) throws(FeedProblem) -> (zones: [String: UInt16], first: UInt16) {
        var rows: [(String, String)] = []
        feed["agency.txt"].each { rows.append(($0.text("agency_id"), $0.text("agency_timezone"))) }
        var found: [String: UInt16] = [:]
        for (id, name) in rows {
            guard let number = number(ofZone: name) else {
                throw FeedProblem(feed.name, "there is no time zone \(name)")
            }
            found[id] = number
        }
        guard let first = rows.first.flatMap({ found[$0.0] }) else {
            throw FeedProblem(feed.name, "its agency.txt has no agency")
        }
        return (found, first)
    }

    private mutating func number(ofZone name: String) -> UInt16? {
        if let known = network.zones.firstIndex(where: { $0.name == name }) { return UInt16(known) }
        guard let zone = try? zones.zone(name), let noon = TimeOfDay("12:00") else { return nil }
        let starts = (0..<network.days.count).map { place in
            Int(zone.moment(Day(daysSince1970: network.days.first + place), noon).seconds) - 12 * 3_600
        }
        network.zones.append(Network.Zone(name: name, starts: starts))
        return UInt16(network.zones.count - 1)
    }

    private mutating func takeStops(_ feed: FeedTables, zone: UInt16) {
        var parents: [(UInt32, String, CSVTable.Row)] = []
        feed["stops.txt"].each { row in
            // Entrances and nodes of ways through stations are no stops.
            guard (row.number("location_type") ?? 0) <= 1 else { return }
            let key = row.text("stop_id")
            guard !key.isEmpty, stops[key] == nil else {
                return note(feed, "stops.txt", row, "the stop \"\(key)\" has no id or is there twice")
            }
            let (north, east) = (row.decimal("stop_lat") ?? 0, row.decimal("stop_lon") ?? 0)
            guard (-90...90).contains(north), (-180...180).contains(east) else {
                return note(feed, "stops.txt", row, "the stop \(key) lies nowhere on earth")
            }
            if row.decimal("stop_lat") == nil { note(feed, "stops.txt", row, "the stop \(key) has no place") }
            var stop = Network.Stop(
                id: feed.prefix + key, name: row.text("stop_name"), latitude: north, longitude: east)
            let name = row.text("stop_timezone")
            let own = name.isEmpty ? zone : number(ofZone: name)
            if own == nil { note(feed, "stops.txt", row, "there is no time zone \(name)") }
            stop.zone = own ?? zone
            stop.platform = row.text("platform_code")
            stop.wheelchair = row.wheelchair("wheelchair_boarding")
            stops[key] = UInt32(network.stops.count)
            if !row.text("parent_station").isEmpty {
                parents.append((UInt32(network.stops.count), row.text("parent_station"), row))
            }
            network.stops.append(stop)
        }
        for (stop, parent, row) in parents {
            guard let number = stops[parent] else {
                note(feed, "stops.txt", row, "there is no station \(parent)")
                continue
            }
            network.stops[Int(stop)].parent = number
            network.stops[Int(stop)].zone = network.stops[Int(number)].zone
            // A platform that does not say goes by its station.
            if network.stops[Int(stop)].wheelchair == .unknown {
                network.stops[Int(stop)].wheelchair = network.stops[Int(number)].wheelchair
            }
        }
    }

    private mutating func takeLines(_ feed: FeedTables, _ agencies: [String: UInt16], first: UInt16) {
        feed["routes.txt"].each { row in
            let key = row.text("route_id")
            guard !key.isEmpty, lines[key] == nil else {
                return note(feed, "routes.txt", row, "the line \"\(key)\" has no id or is there twice")
            }
            var line = Network.Line(
                id: feed.prefix + key, name: row.text("route_short_name"),
                mode: UInt16(clamping: row.number("route_type") ?? 3))
            line.longName = row.text("route_long_name")
            line.color = row.text("route_color").uppercased()
            line.agency = feed.prefix + row.text("agency_id")
            line.zone = agencies[row.text("agency_id")] ?? first
            lines[key] = UInt32(network.lines.count)
            network.lines.append(line)
        }
    }

    private mutating func takeServices(_ feed: FeedTables) {
        let (begin, count) = (network.days.first, network.days.count)
        let range = Day(daysSince1970: begin)...Day(daysSince1970: begin + count - 1)
        let found = feed.services(within: range) { file, row, what in note(feed, file, row, what) }
        for (id, days) in found.sorted(by: { $0.key < $1.key }) {
            services[id] = UInt32(network.services.count)
            var set = DaySet(count: count)
            for day in days { set.insert(day.daysSince1970 - begin) }
            network.services.append(set)
        }
    }

    private mutating func takeShapes(_ feed: FeedTables) {
        let table = feed["shapes.txt"]
        let (id, lat, lon) = (table.column("shape_id"), table.column("shape_pt_lat"), table.column("shape_pt_lon"))
        let (sequence, distance) = (table.column("shape_pt_sequence"), table.column("shape_dist_traveled"))
        var points: [[(number: Int, place: GeoPoint, distance: Float?)]] = []
        table.each { row in
            guard let north = row.decimal(lat), let east = row.decimal(lon), (-90...90).contains(north),
                (-180...180).contains(east)
            else { return note(feed, "shapes.txt", row, "the point lies nowhere on earth", error: false) }
            let key = row.text(id)
            let number = shapeNumbers[key] ?? UInt32(shapes.count + points.count)
            if shapeNumbers[key] == nil {
                shapeNumbers[key] = number
                points.append([])
            }
            points[Int(number) - shapes.count].append(
                (row.number(sequence) ?? 0, GeoPoint(lat: north, lon: east), row.decimal(distance).map { Float($0) }))
        }
        for points in points {
            let points = points.sorted { $0.number < $1.number }
            shapes.append(GeoLine(points.map(\.place)))
            let known = points.compactMap(\.distance)
            lengths.append(known.count == points.count && known == known.sorted() ? known : [])
        }
    }

    private mutating func takeTrips(_ feed: FeedTables) throws(FeedProblem) {
        let known = network.trips.count
        var (found, rows): ([Network.Trip], Int) = ([], 0)
        var numbers: [String: Int] = [:]
        feed["trips.txt"].each { row in
            rows += 1
            let key = row.text("trip_id")
            guard let line = lines[row.text("route_id")] else {
                return note(feed, "trips.txt", row, "there is no line \(row.text("route_id"))")
            }
            guard let days = services[row.text("service_id")] else {
                return note(feed, "trips.txt", row, "there is no service \(row.text("service_id"))")
            }
            guard numbers[key] == nil else { return note(feed, "trips.txt", row, "the trip \(key) is there twice") }
            var trip = Network.Trip(id: feed.prefix + key, line: line, service: days, firstCall: 0, callCount: 0)
            let text = row.text("trip_headsign")
            if !text.isEmpty {
                let number = headsigns[text] ?? UInt32(network.headsigns.count)
                if headsigns.updateValue(number, forKey: text) == nil { network.headsigns.append(text) }
                trip.headsign = number
            }
            let group = row.text("block_id")
            if !group.isEmpty {
                if blocks[group] == nil { blocks[group] = blockCount + UInt32(blocks.count) }
                trip.block = blocks[group] ?? Network.none
            }
            trip.shape = shapeNumbers[row.text("shape_id")] ?? Network.none
            trip.wheelchair = row.wheelchair("wheelchair_accessible")
            trip.direction = row.number("direction_id") == 1 ? 1 : 0
            numbers[key] = found.count
            found.append(trip)
        }
        blockCount += UInt32(blocks.count)
        takeCalls(feed, found, numbers)
        // A file that is damaged must not replace one that is good.
        let bad = rows - (network.trips.count - known)
        guard rows > 0 else { throw FeedProblem(feed.name, "it has no trips") }
        guard bad * 2 <= rows else {
            let first = report.findings.first { $0.isError && feed.name.hasSuffix($0.feed) }
            let example = first.map { ", such as in \($0.file), line \($0.line): \($0.what)" } ?? ""
            throw FeedProblem(feed.name, "of its \(rows) trips \(bad) can't be read\(example)")
        }
    }
}

extension CSVTable.Row {
    fileprivate func wheelchair(_ column: String) -> Network.Wheelchair {
        Network.Wheelchair(rawValue: UInt8(clamping: number(column) ?? 0)) ?? .unknown
    }
}
