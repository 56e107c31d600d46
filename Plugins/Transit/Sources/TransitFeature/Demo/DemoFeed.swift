internal import CSV
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
        let dates = [today.advanced(by: -1), today.advanced(by: days - 1)]
            .map { $0.description.replacing("-", with: "") }.joined(separator: ",")
        let (trips, times) = runs
        let texts = [
            "agency.txt": """
            agency_id,agency_name,agency_url,agency_timezone
            demo,Transportes de muestra,https://transit.example,Europe/Madrid
            """,
            "feed_info.txt": """
            feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
            Transportes de muestra,https://transit.example,es,\(dates)
            """,
            "calendar.txt": """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            daily,1,1,1,1,1,1,1,\(dates)
            """,
            "trips.txt": trips, "stop_times.txt": times,
        ]
        return texts.mapValues { Array($0.utf8) }.merging([
            "routes.txt": PackageResources.routes_txt, "shapes.txt": PackageResources.shapes_txt,
            "stops.txt": PackageResources.stops_txt,
        ]) { $1 }
    }

    /// The trips and their calls, made of the table of lines: from when to when one starts, how often, and how many minutes later the
    /// way back; the stops, each with the minutes after the start.
    private static let runs: (trips: String, times: String) = {
        var trips = "route_id,service_id,trip_id,trip_headsign,direction_id,shape_id\n"
        var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        CSVTable(PackageResources.lines_txt).each { row in
            func number(_ name: String) -> Int { row.number(name) ?? 1 }
            let (line, words) = (row.text("route_id"), row.text("calls").split(separator: " "))
            let calls = zip(words, words.dropFirst()).compactMap { stop, minute in Int(minute).map { (stop, $0) } }
            let back = calls.reversed().map { ($0.0, (calls.last?.1 ?? 0) - $0.1) }
            for start in stride(from: number("first"), through: number("last"), by: number("every")) {
                for (way, calls, start) in [(0, calls, start), (1, back, start + number("turn"))] {
                    let id = "\(line)_\(way == 0 ? "A" : "B")_\(start)"
                    let sign = row.text(way == 0 ? "headsign" : "back")
                    trips += "\(line),daily,\(id),\(sign),\(way),\(line)_\(way)\n"
                    for (number, (stop, minute)) in calls.enumerated() {
                        let time = "\((start + minute) / 60):\((start + minute) % 60 / 10)\((start + minute) % 10):00"
                        times += "\(id),\(time),\(time),\(stop),\(number + 1)\n"
                    }
                }
            }
        }
        return (trips, times)
    }()
}
