import FeatureKit
import GPX
import Glibc
import LibraryTestSupport
import Testing

@Suite struct GPXTests {
    private func track(_ text: String) throws -> GPXTrack { try GPXTrack(Array(text.utf8)) }

    @Test func `a track's points come in their order, and waypoints only where there is none`() throws {
        let points = try track(
            """
            <?xml version="1.0"?><g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:wpt lat="1" lon="2"/>
            <g:trk><g:trkseg><g:trkpt lat="40.5" lon="-3.25"><g:ele> 650.5 </g:ele><g:time>2026-11-27T10:00:00.5Z</g:time>
            <g:extensions><g:time>nonsense</g:time></g:extensions></g:trkpt></g:trkseg>
            <g:trkseg><g:trkpt lon="-3.5" lat="40.75"/></g:trkseg></g:trk></g:gpx>
            """
        ).points
        #expect(points.map(\.point) == [GeoPoint(lat: 40.5, lon: -3.25), GeoPoint(lat: 40.75, lon: -3.5)])
        #expect(points.map(\.elevation) == [650.5, nil])
        #expect(points.map(\.time) == [Timestamp("2026-11-27T10:00:00.5Z"), nil])
        #expect(try track("<gpx><wpt lat='1' lon='2'/></gpx>").points.count == 1)
        #expect(try track("<gpx/>").points.isEmpty)
    }

    @Test(arguments: [
        ("<gpx><trkpt lat='91' lon='0'/></gpx>", "line 1: a point needs a lat and a lon in degrees"),
        ("<gpx>\n<trkpt lat='1'/></gpx>", "line 2: a point needs a lat and a lon in degrees"),
        ("<kml/>", "line 1: it is no GPX"), ("<gpx>", "line 1: no element found"),
        (
            "<gpx><trkpt lat='1' lon='1'>\n<time>noon</time></trkpt></gpx>",
            "line 2: \"noon\" is no time such as 2026-11-27T10:00:00Z"
        ),
        (
            "<!DOCTYPE gpx [<!ENTITY a 'b'><!ENTITY c '&a;&a;'>]><gpx>&c;</gpx>",
            "line 1: a GPX file declares no entities"
        ),
    ]) func `what is wrong is told with its line`(text: String, problem: String) {
        #expect { try track(text) } throws: { "\($0)" == problem }
    }

    @Test func `bytes at random are no harm`() throws {
        var random = SeededRandom(seed: 3)
        let good = Array("<gpx><trk><trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time></trkpt></trk></gpx>".utf8)
        for _ in 0..<2_000 {
            var bytes = good
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? GPXTrack(bytes)
        }
    }

    static let folder = "\(#filePath)".split(separator: "/").dropLast(6).map { "/\($0)" }.joined() + "/shared/data/gpx"
    static let files = [
        "Mojstrovka", "cerknicko-jezero", "gh_issue-13", "gh_tour-with-loop", "track_with_speed",
        "gpx1.1_with_all_fields",
    ]

    @Test(.enabled(if: unsafe access(folder, R_OK) == 0, "\(folder) is not here"), arguments: files)
    func `files of others are read`(name: String) throws {
        let points = try GPXTrack(Self.bytes(of: "\(Self.folder)/\(name).gpx")).points
        #expect(!points.isEmpty)
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { throw CancellationError() }
        defer { unsafe fclose(file) }
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = unsafe fread(&part, 1, part.count, file), count > 0 { bytes += part.prefix(count) }
        return bytes
    }
}
