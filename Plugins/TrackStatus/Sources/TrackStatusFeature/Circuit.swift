internal import FeatureKit
internal import Files
internal import Geography
internal import Replay
internal import WebJSON

/// Why something from outside is not what it should be.
struct InputProblem: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The circuit's map, as it is handed out.
enum Circuit {
    /// Reads and checks a GeoJSON file.
    static func read(_ path: FilePath) async throws(InputProblem) -> Media {
        do {
            let bytes = try await RecordingFile(path: path.text, limit: 4 << 20).readAll()
            let map = try CircuitMap(try GeoJSON.features(try JSONText.value(of: bytes)))
            return Media(type: "application/geo+json", bytes: Array(GeoJSON.value(map.features).json.utf8))
        } catch let error as JSONText.Problem {
            throw InputProblem("\(path.text):\(error.line):\(error.column): error: \(error.message)")
        } catch { throw InputProblem("\(path.text): error: \(error)") }
    }
}
