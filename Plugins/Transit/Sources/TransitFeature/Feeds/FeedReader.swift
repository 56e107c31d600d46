internal import Calendars
internal import FeatureKit
internal import Geography
internal import TransitEngine

/// Puts the tables of feeds together into one network; what is wrong with a row is noted, and the row left out.
struct FeedReader {
    private static let mostFindings = 2_000
    /// The most days that a timetable has; those beyond are left out.
    private static let mostDays = 5_000

    var network: Network
    private(set) var shapes: [ShapeLine] = []
    /// How far along each shape its points lie, in the feed's own unit; nothing where the feed does not say.
    private(set) var lengths: [[Float]] = []
    /// How far along its shape each call lies; not a number where the feed does not say.
    var distances: [Float] = []
    /// The first and the last day for which the feeds are meant; nil where one does not say.
    private(set) var meant: ClosedRange<Day>?
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
    init(_ feeds: [FeedTables], today: Day, zones: Zones, walk: Int, pace: Double) throws(LoadingProblem) {
        self.zones = zones
        network = Network(days: try Self.days(of: feeds, today: today))
        for feed in feeds {
            takeInfo(feed, today: today)
            try take(feed)
        }
        let ends = report.feeds.compactMap { $0.last.flatMap { Day($0) } }
        if let last = ends.max(), ends.count == feeds.count {
            let first = report.feeds.map { $0.first.flatMap { Day($0) } ?? Day(daysSince1970: network.days.first) }
                .min()
            meant = min(first ?? last, last)...last
        }
        addFootpaths(walk: walk, pace: pace)
    }

    /// The days between the first and the last one that any feed names; where these are too many, those from a year ago on.
    private static func days(of feeds: [FeedTables], today: Day) throws(LoadingProblem) -> ServiceDays {
        var (first, last) = (Int.max, Int.min)
        func note(_ day: Day?) {
            guard let day else { return }
            (first, last) = (min(first, day.daysSince1970), max(last, day.daysSince1970))
        }
        for feed in feeds {
            let calendar = feed["calendar.txt"]
            let (start, end) = (calendar.column("start_date"), calendar.column("end_date"))
            calendar.each { row in
                note(Day(compact: row.text(start)))
                note(Day(compact: row.text(end)))
            }
            let dates = feed["calendar_dates.txt"]
            let date = dates.column("date")
            dates.each { note(Day(compact: $0.text(date))) }
        }
        guard first <= last else { throw LoadingProblem(feeds.first?.name ?? "", "its calendars name no day") }
        if last - first >= mostDays { first = max(first, min(today.daysSince1970 - 365, last - mostDays + 1)) }
        return ServiceDays(first: first, count: min(last - first + 1, mostDays))
    }

    /// Notes what is wrong with a row; beyond the most it is only counted.
    mutating func note(
        _ feed: FeedTables, _ file: String, _ row: Table.Row?, _ what: @autoclosure () -> String, error: Bool = true
    ) {
        if error { report.errors += 1 } else { report.warnings += 1 }
        guard report.findings.count < Self.mostFindings else { return report.unlisted += 1 }
        report.findings.append(
            LoadingReport.Finding(
                isError: error, feed: String(feed.name.suffix(2_000)), file: file, line: row?.line ?? 0,
                what: String(what().prefix(2_000))))
    }

    private mutating func takeInfo(_ feed: FeedTables, today: Day) {
        let table = feed["feed_info.txt"]
        let (version, start) = (table.column("feed_version"), table.column("feed_start_date"))
        let end = table.column("feed_end_date")
        var about = LoadingReport.About(feed: String(feed.name.suffix(2_000)), expired: false)
        table.each { row in
            let (first, last) = (Day(compact: row.text(start)), Day(compact: row.text(end)))
            (about.first, about.last) = (first?.description, last?.description)
            about.version = row.text(version).isEmpty ? nil : String(row.text(version).prefix(200))
            guard let last, last < today else { return }
            about.expired = true
            note(feed, "feed_info.txt", row, "the timetable expired on \(last)", error: false)
        }
        report.feeds.append(about)
    }

    private mutating func take(_ feed: FeedTables) throws(LoadingProblem) {
        (stops, lines, services, trips, shapeNumbers, blocks) = ([:], [:], [:], [:], [:], [:])
        let agencies = try takeAgencies(feed)
        takeStops(feed, zone: agencies.first)
        takeLines(feed, agencies.zones, first: agencies.first)
        takeServices(feed)
        takeShapes(feed)
        takeTrips(feed)
        takeTransfers(feed)
    }

    /// The zone of each agency, by its id, and that of the first one.
    private mutating func takeAgencies(
        _ feed: FeedTables
    ) throws(LoadingProblem) -> (zones: [String: UInt16], first: UInt16) {
        let table = feed["agency.txt"]
        let (id, zone) = (table.column("agency_id"), table.column("agency_timezone"))
        var rows: [(String, String)] = []
        table.each { rows.append(($0.text(id), $0.text(zone))) }
        var found: [String: UInt16] = [:]
        for (id, name) in rows {
            guard let number = number(ofZone: name) else {
                throw LoadingProblem(feed.name, "there is no time zone \(name)")
            }
            found[id] = number
        }
        guard let first = rows.first.flatMap({ found[$0.0] }) else {
            throw LoadingProblem(feed.name, "its agency.txt has no agency")
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
        let table = feed["stops.txt"]
        let (id, name, lat) = (table.column("stop_id"), table.column("stop_name"), table.column("stop_lat"))
        let (lon, kind, parent) = (
            table.column("stop_lon"), table.column("location_type"), table.column("parent_station")
        )
        let (wheelchair, platform) = (table.column("wheelchair_boarding"), table.column("platform_code"))
        let timezone = table.column("stop_timezone")
        var parents: [(UInt32, String, Table.Row)] = []
        table.each { row in
            // Entrances and nodes of ways through stations are no stops.
            guard (row.number(kind) ?? 0) <= 1 else { return }
            let key = row.text(id)
            guard !key.isEmpty, stops[key] == nil else {
                return note(feed, "stops.txt", row, "the stop \"\(key)\" has no id or is there twice")
            }
            let (north, east) = (row.decimal(lat) ?? 0, row.decimal(lon) ?? 0)
            guard (-90...90).contains(north), (-180...180).contains(east) else {
                return note(feed, "stops.txt", row, "the stop \(key) lies nowhere on earth")
            }
            if row.decimal(lat) == nil { note(feed, "stops.txt", row, "the stop \(key) has no place") }
            var stop = Network.Stop(id: feed.prefix + key, name: row.text(name), latitude: north, longitude: east)
            let name = row.text(timezone)
            let own = name.isEmpty ? zone : number(ofZone: name)
            if own == nil { note(feed, "stops.txt", row, "there is no time zone \(name)") }
            stop.zone = own ?? zone
            stop.platform = row.text(platform)
            stop.wheelchair = Network.Wheelchair(rawValue: UInt8(clamping: row.number(wheelchair) ?? 0)) ?? .unknown
            stops[key] = UInt32(network.stops.count)
            if !row.text(parent).isEmpty { parents.append((UInt32(network.stops.count), row.text(parent), row)) }
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
        let table = feed["routes.txt"]
        let (id, name, long) = (
            table.column("route_id"), table.column("route_short_name"), table.column("route_long_name")
        )
        let (type, color, agency) = (table.column("route_type"), table.column("route_color"), table.column("agency_id"))
        table.each { row in
            let key = row.text(id)
            guard !key.isEmpty, lines[key] == nil else {
                return note(feed, "routes.txt", row, "the line \"\(key)\" has no id or is there twice")
            }
            var line = Network.Line(
                id: feed.prefix + key, name: row.text(name), mode: UInt16(clamping: row.number(type) ?? 3))
            line.longName = row.text(long)
            line.color = row.text(color).uppercased()
            line.agency = feed.prefix + row.text(agency)
            line.zone = agencies[row.text(agency)] ?? first
            lines[key] = UInt32(network.lines.count)
            network.lines.append(line)
        }
    }

    private mutating func takeServices(_ feed: FeedTables) {
        func number(_ key: String) -> Int {
            if let known = services[key] { return Int(known) }
            services[key] = UInt32(network.services.count)
            network.services.append(DaySet(count: network.days.count))
            return network.services.count - 1
        }
        let calendar = feed["calendar.txt"]
        let (id, start, end) = (
            calendar.column("service_id"), calendar.column("start_date"), calendar.column("end_date")
        )
        let weekdays = Weekday.allCases.map { calendar.column($0.rawValue) }
        calendar.each { row in
            guard let first = Day(compact: row.text(start)), let last = Day(compact: row.text(end)) else {
                return note(feed, "calendar.txt", row, "the days of \(row.text(id)) can't be read")
            }
            let service = number(row.text(id))
            let (begin, end) = (network.days.first, network.days.first + network.days.count - 1)
            guard first <= last else { return }
            if first.daysSince1970 < begin || last.daysSince1970 > end {
                note(feed, "calendar.txt", row, "days of \(row.text(id)) are left out: too far from today")
            }
            for day in stride(from: max(first.daysSince1970, begin), through: min(last.daysSince1970, end), by: 1) {
                let weekday = ((day + 3) % 7 + 7) % 7
                if row.number(weekdays[weekday]) == 1 { network.services[service].insert(day - network.days.first) }
            }
        }
        let dates = feed["calendar_dates.txt"]
        let (service, date, type) = (dates.column("service_id"), dates.column("date"), dates.column("exception_type"))
        dates.each { row in
            guard let day = Day(compact: row.text(date)) else {
                return note(feed, "calendar_dates.txt", row, "\"\(row.text(date))\" is no day")
            }
            let place = day.daysSince1970 - network.days.first
            if row.number(type) == 2 {
                network.services[number(row.text(service))].remove(place)
            } else {
                network.services[number(row.text(service))].insert(place)
            }
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
            shapes.append(ShapeLine(points.map(\.place)))
            let known = points.compactMap(\.distance)
            lengths.append(known.count == points.count && known == known.sorted() ? known : [])
        }
    }

    private mutating func takeTrips(_ feed: FeedTables) {
        let table = feed["trips.txt"]
        let (id, route, service) = (table.column("trip_id"), table.column("route_id"), table.column("service_id"))
        let (sign, block, shape) = (table.column("trip_headsign"), table.column("block_id"), table.column("shape_id"))
        let (wheelchair, direction) = (table.column("wheelchair_accessible"), table.column("direction_id"))
        var found: [Network.Trip] = []
        var numbers: [String: Int] = [:]
        table.each { row in
            let key = row.text(id)
            guard let line = lines[row.text(route)] else {
                return note(feed, "trips.txt", row, "there is no line \(row.text(route))")
            }
            guard let days = services[row.text(service)] else {
                return note(feed, "trips.txt", row, "there is no service \(row.text(service))")
            }
            guard numbers[key] == nil else { return note(feed, "trips.txt", row, "the trip \(key) is there twice") }
            var trip = Network.Trip(id: feed.prefix + key, line: line, service: days, firstCall: 0, callCount: 0)
            let text = row.text(sign)
            if !text.isEmpty {
                let number = headsigns[text] ?? UInt32(network.headsigns.count)
                if headsigns[text] == nil {
                    headsigns[text] = number
                    network.headsigns.append(text)
                }
                trip.headsign = number
            }
            let group = row.text(block)
            if !group.isEmpty {
                if blocks[group] == nil { blocks[group] = blockCount + UInt32(blocks.count) }
                trip.block = blocks[group] ?? Network.none
            }
            trip.shape = shapeNumbers[row.text(shape)] ?? Network.none
            trip.wheelchair = Network.Wheelchair(rawValue: UInt8(clamping: row.number(wheelchair) ?? 0)) ?? .unknown
            trip.direction = row.number(direction) == 1 ? 1 : 0
            numbers[key] = found.count
            found.append(trip)
        }
        blockCount += UInt32(blocks.count)
        takeCalls(feed, found, numbers)
    }
}
