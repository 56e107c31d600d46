package import FeatureKit
internal import Glibc
package import HostConfig
internal import HostSystem
internal import JSON

/// The files that exposures lie in: one JSON object a line, the newest file without a number.
package struct ExposureFiles: Sendable {
    /// From so many bytes on the next one begins.
    static let mostBytes = 4 * 1024 * 1024
    /// How many there are at most; the oldest one gives way.
    static let mostFiles = 4
    /// How many are shown where nobody says how many.
    package static let shown = 100

    private let folder: String

    /// - Parameter folder: A host's state folder.
    package init(folder: String) { self.folder = folder }

    /// The file that grows.
    package var path: String { path(0) }

    private func path(_ number: Int) -> String {
        Path.join(folder, number == 0 ? "exposures.jsonl" : "exposures.\(number).jsonl")
    }

    /// Writes exposures down at the end.
    func append(_ exposures: [FlagExposure]) throws(SystemError) {
        var text: [UInt8] = []
        for exposure in exposures {
            guard let value = try? Value(encoding: exposure) else { continue }
            text += value.json.utf8
            text.append(UInt8(ascii: "\n"))
        }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let file = try Descriptor { unsafe open(path, flags, 0o600) }
        try file.write(text)
        guard lseek(file.number, 0, SEEK_END) >= Self.mostBytes else { return }
        for number in (0..<Self.mostFiles - 1).reversed() { unsafe rename(path(number), path(number + 1)) }
    }

    /// What lies there, the oldest first; lines that are none are left out, as a crash may have cut one off.
    ///
    /// - Parameters:
    ///   - flag: Only those of this flag.
    ///   - most: How many at most, the newest.
    package func read(flag: String? = nil, most: Int = .max) throws(SourceProblem) -> [FlagExposure] {
        var found: [FlagExposure] = []
        var newer: [UInt8] = []
        for number in 0..<Self.mostFiles where found.count < most {
            let bytes: [UInt8]
            do throws(SourceProblem) { bytes = try FileSource.read(path(number)) } catch {
                if case .missing = error { continue }
                throw error
            }
            // The files may have taken turns meanwhile; nothing is read twice.
            guard newer.isEmpty || !bytes.starts(with: newer) else { continue }
            newer = bytes
            for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() where found.count < most {
                guard let value = try? Value(json: Array(line)),
                    let exposure = try? value.decoded(as: FlagExposure.self),
                    flag == nil || exposure.flag == flag
                else { continue }
                found.append(exposure)
            }
        }
        return found.reversed()
    }
}
