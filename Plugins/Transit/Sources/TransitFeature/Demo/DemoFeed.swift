internal import Calendars

/// A small invented timetable around the circuit, whose calendar begins the day before the day it is made for.
///
/// Trains leave Sants at :08 and :38 and reach Montmeló 30 minutes later; from there shuttles take 10 minutes to the
/// gates. A metro leads to Sants, and one walks between its stop and the train's.
enum DemoFeed {
    /// How many days it covers.
    private static let days = 60

    /// The tables by their names.
    static func tables(for today: Day) -> [String: [UInt8]] {
        let (first, last) = (today.advanced(by: -1), today.advanced(by: days - 1))
        func date(_ day: Day) -> String { day.description.replacing("-", with: "") }
        var (trips, times) = ("route_id,service_id,trip_id,trip_headsign,direction_id,shape_id\n", "")
        times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        func run(_ line: Line, _ minute: Int, back: Bool) {
            let stops = back ? Array(line.stops.reversed()) : line.stops
            let offsets = back ? line.minutes.reversed().map { (line.minutes.last ?? 0) - $0 } : line.minutes
            let id = "\(line.id)_\(back ? "B" : "A")_\(minute)"
            let headsign = back ? line.back : line.headsign
            trips += "\(line.id),daily,\(id),\(headsign),\(back ? 1 : 0),\(line.id)_\(back ? 1 : 0)\n"
            for (number, (stop, offset)) in zip(stops, offsets).enumerated() {
                let time = Self.time(minute + offset)
                times += "\(id),\(time),\(time),\(stop),\(number + 1)\n"
            }
        }
        for line in lines {
            for minute in stride(from: line.first, through: line.last, by: line.every) {
                run(line, minute, back: false)
                run(line, minute + line.turn, back: true)
            }
        }
        let tables = [
            "agency.txt": """
            agency_id,agency_name,agency_url,agency_timezone
            demo,Transportes de muestra,https://transit.example,Europe/Madrid
            """,
            "feed_info.txt": """
            feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
            Transportes de muestra,https://transit.example,es,\(date(first)),\(date(last))
            """,
            "calendar.txt": """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            daily,1,1,1,1,1,1,1,\(date(first)),\(date(last))
            """,
            "routes.txt": "route_id,agency_id,route_short_name,route_long_name,route_type,route_color\n"
                + lines.map { "\($0.id),demo,\($0.name),\($0.longName),\($0.type),\($0.color)\n" }.joined(),
            "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n"
                + stops.map { "\($0.id),\($0.name),\($0.lat),\($0.lon)\n" }.joined(),
            "shapes.txt": shapes, "trips.txt": trips, "stop_times.txt": times,
        ]
        return tables.mapValues { Array($0.utf8) }
    }

    private struct Line {
        let id, name, longName, headsign, back, color: String
        let type: Int
        let stops: [String]
        /// When each stop is reached, in minutes after the start.
        let minutes: [Int]
        /// The first and the last start in minutes after midnight, and how many lie between two.
        let first, last, every: Int
        /// How many minutes later the way back starts.
        let turn: Int
    }

    private static let lines = [
        Line(
            id: "DEMO_R2N", name: "R2N", longName: "Sants - Montmeló - Maçanet", headsign: "Maçanet", back: "Sants",
            color: "7DBCEC", type: 2, stops: ["DEMO_SANTS", "DEMO_CLOT", "DEMO_GRANOLLERS_S", "DEMO_MONTMELO"],
            minutes: [0, 9, 24, 30], first: 308, last: 1_418, every: 30, turn: 20),
        Line(
            id: "DEMO_SHUTTLE", name: "C1", longName: "Lanzadera del circuito", headsign: "Circuit",
            back: "Estació de Montmeló", color: "E4032E", type: 3,
            stops: ["DEMO_MONTMELO_BUS", "DEMO_GATE_3", "DEMO_GATE_7"], minutes: [0, 7, 10], first: 343, last: 1_423,
            every: 15, turn: 4),
        Line(
            id: "DEMO_L1", name: "L1", longName: "Hospital - Plaça", headsign: "Plaça", back: "Hospital",
            color: "0D6928", type: 1, stops: ["DEMO_L1_HOSPITAL", "DEMO_L1_MERCAT", "DEMO_L1_PLACA"],
            minutes: [0, 4, 8], first: 300, last: 1_430, every: 6, turn: 3),
    ]

    private static let stops: [(id: String, name: String, lat: Double, lon: Double)] = [
        ("DEMO_SANTS", "Estació de Sants", 41.3793, 2.1402), ("DEMO_CLOT", "El Clot", 41.4106, 2.1870),
        ("DEMO_GRANOLLERS_S", "La Llagosta", 41.5142, 2.1928), ("DEMO_MONTMELO", "Montmeló", 41.5519, 2.2467),
        ("DEMO_MONTMELO_BUS", "Montmeló (lanzadera)", 41.5523, 2.2475), ("DEMO_GATE_3", "Porta 3", 41.5670, 2.2570),
        ("DEMO_GATE_7", "Porta 7", 41.5724, 2.2610), ("DEMO_L1_HOSPITAL", "Hospital", 41.3645, 2.1310),
        ("DEMO_L1_MERCAT", "Mercat", 41.3722, 2.1345), ("DEMO_L1_PLACA", "Plaça de Sants", 41.3790, 2.1388),
    ]

    /// The ways on the map: corners between the stops, the same way back.
    private static let shapes: String = {
        let ways: [(String, [(Double, Double)])] = [
            (
                "DEMO_R2N",
                [
                    (41.3793, 2.1402), (41.3868, 2.1600), (41.3985, 2.1801), (41.4106, 2.1870), (41.4532, 2.1893),
                    (41.5142, 2.1928), (41.5371, 2.2214), (41.5519, 2.2467),
                ]
            ),
            ("DEMO_SHUTTLE", [(41.5523, 2.2475), (41.5580, 2.2492), (41.5670, 2.2570), (41.5724, 2.2610)]),
            ("DEMO_L1", [(41.3645, 2.1310), (41.3722, 2.1345), (41.3790, 2.1388)]),
        ]
        var table = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
        for (id, points) in ways {
            for (direction, points) in [points, points.reversed()].enumerated() {
                for (number, point) in points.enumerated() {
                    table += "\(id)_\(direction),\(point.0),\(point.1),\(number + 1)\n"
                }
            }
        }
        return table
    }()

    private static func time(_ minute: Int) -> String {
        [minute / 60, minute % 60, 0].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
