internal import CExpat
public import FeatureKit

/// The points of a GPX file, in their order: those of its tracks or, without any, those of its routes and waypoints.
public struct GPXTrack: Sendable, Equatable {
    /// Where somebody was and, where the file says so, when and how high.
    public struct Point: Sendable, Equatable {
        /// Where.
        public var point: GeoPoint
        /// When.
        public var time: Timestamp?
        /// How many metres above the sea.
        public var elevation: Double?
    }

    /// The most bytes of a file.
    public static let mostBytes = 16 << 20
    /// The most points of a file.
    public static let mostPoints = 200_000

    /// Its points.
    public let points: [Point]

    /// Reads a file of GPX 1.0 or 1.1.
    public init(_ bytes: [UInt8]) throws(GPXProblem) {
        guard bytes.count <= Self.mostBytes else {
            throw GPXProblem(line: 1, "a file has at most \(Self.mostBytes) bytes")
        }
        guard let parser = unsafe XML_ParserCreate(nil) else { throw GPXProblem(line: 1, "there is not enough memory") }
        defer { unsafe XML_ParserFree(parser) }
        let reader = unsafe GPXReader(parser)
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { reader, name, attributes in unsafe GPXReader.of(reader)?.begin(name, attributes) },
            { reader, _ in unsafe GPXReader.of(reader)?.end() })
        unsafe XML_SetCharacterDataHandler(
            parser, { reader, text, count in unsafe GPXReader.of(reader)?.add(text, Int(count)) })
        // Entities of a file's own are of no use here, and may blow it up.
        unsafe XML_SetEntityDeclHandler(
            parser,
            { reader, _, _, _, _, _, _, _, _ in unsafe GPXReader.of(reader)?.refuse("a GPX file declares no entities") }
        )
        let status = unsafe bytes.withUnsafeBytes { bytes in
            unsafe XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count), 1)
        }
        let line = Int(unsafe XML_GetCurrentLineNumber(parser))
        if let problem = reader.problem { throw GPXProblem(line: line, problem) }
        guard status == XML_STATUS_OK else {
            let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
            throw GPXProblem(line: line, words ?? "it can't be read")
        }
        guard reader.isGPX else { throw GPXProblem(line: 1, "it is no GPX") }
        points = reader.tracks.isEmpty ? reader.others : reader.tracks
    }
}

/// Why a GPX file can't be read.
public struct GPXProblem: Error, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong there.
    public let reason: String

    init(line: Int, _ reason: String) { (self.line, self.reason) = (line, reason) }

    /// The line and what is wrong there.
    public var description: String { "line \(line): \(reason)" }
}

/// What expat reads in a file, one after the other.
@safe private final class GPXReader {
    private static let kinds: Set = ["trkpt", "rtept", "wpt"]

    private(set) var tracks: [GPXTrack.Point] = []
    private(set) var others: [GPXTrack.Point] = []
    private(set) var isGPX = false
    private(set) var problem: String?
    private let parser: OpaquePointer
    private var path: [String] = []
    private var point: GPXTrack.Point?
    private var text: [UInt8] = []

    static func of(_ pointer: UnsafeMutableRawPointer?) -> GPXReader? {
        unsafe pointer.map { unsafe Unmanaged<GPXReader>.fromOpaque($0).takeUnretainedValue() }
    }

    init(_ parser: OpaquePointer) { unsafe self.parser = parser }

    /// Ends the reading at this line.
    func refuse(_ problem: String) {
        if self.problem == nil { self.problem = problem }
        _ = unsafe XML_StopParser(parser, 0)
    }

    func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        let name = unsafe name.map { unsafe String(cString: $0) } ?? ""
        // A namespace may stand before the name.
        let local = name.split(separator: ":").last.map(String.init) ?? name
        if path.isEmpty { isGPX = local == "gpx" }
        path.append(local)
        text = []
        guard path.count <= 64 else { return refuse("elements lie in one another more than 64 deep") }
        guard Self.kinds.contains(local), problem == nil else { return }
        var values: [String: String] = [:]
        var place = 0
        while let key = unsafe attributes?[place], let value = unsafe attributes?[place + 1] {
            values[unsafe String(cString: key)] = unsafe String(cString: value)
            place += 2
        }
        guard let lat = values["lat"].flatMap(Double.init), let lon = values["lon"].flatMap(Double.init),
            -90...90 ~= lat, -180...180 ~= lon
        else { return refuse("a point needs a lat and a lon in degrees") }
        point = GPXTrack.Point(point: GeoPoint(lat: lat, lon: lon))
    }

    func add(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
        guard point != nil, path.last == "time" || path.last == "ele", text.count + count <= 64,
            let bytes = unsafe bytes
        else { return }
        unsafe text += UnsafeRawBufferPointer(start: bytes, count: count)
    }

    func end() {
        let name = path.popLast() ?? ""
        let words = String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }
        if Self.kinds.contains(name), let found = point {
            point = nil
            guard tracks.count + others.count < GPXTrack.mostPoints else {
                return refuse("a file has at most \(GPXTrack.mostPoints) points")
            }
            if name == "trkpt" { tracks.append(found) } else { others.append(found) }
        } else if let kind = path.last, Self.kinds.contains(kind), point != nil {
            if name == "time" {
                // The times of GPX are those of UTC, also where they do not say so.
                point?.time = Timestamp(words) ?? Timestamp(words + "Z")
                if point?.time == nil { refuse("\"\(words)\" is no time such as 2026-11-27T10:00:00Z") }
            } else if name == "ele" {
                point?.elevation = Double(words)
            }
        }
        text = []
    }
}
