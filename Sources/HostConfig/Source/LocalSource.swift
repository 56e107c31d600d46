internal import Glibc
internal import HostSystem

/// The local documents: a file, or the documents of a folder in the order of their names.
package enum LocalSource {
    /// How many documents a folder holds.
    package static let mostFiles = 100
    /// How often a folder is read again because it changed meanwhile.
    static let mostAttempts = 3
    private static let endings = [".yaml", ".yml", ".json"]

    /// Whether a file of a folder is a document, by its name.
    static func isDocument(_ name: String) -> Bool {
        !name.hasPrefix(".") && endings.contains { name.hasSuffix($0) }
    }

    /// Reads a file, or all documents of a folder, the weakest first.
    package static func read(_ path: String) throws(SourceProblem) -> [SourceText] {
        guard isFolder(path) else { return [SourceText(name: path, bytes: try FileSource.read(path))] }
        var attempt = 1
        while true {
            do {
                let before = try documents(in: path)
                let texts = try texts(of: before.map(\.name), in: path)
                // Two halves of two generations may be a good document that nobody wrote.
                if attempt == mostAttempts { return texts }
                if try documents(in: path) == before { return texts }
            } catch {
                guard case .missing = error, attempt < mostAttempts else { throw error }
            }
            attempt += 1
        }
    }

    /// The absolute folder that relative paths in the documents start from.
    package static func folder(of path: String) -> String {
        isFolder(path) ? Path.absolute(path) : Path.folder(of: Path.absolute(path))
    }

    /// The names of a folder's documents in the order of their bytes.
    static func names(in path: String) throws(SourceProblem) -> [String] {
        let found: (names: [String], areAll: Bool)
        do throws(SystemError) {
            found = try FolderNames.read(path, most: mostFiles, where: isDocument)
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: throw .missing(path: path)
            default: throw .unreadable(path: path, because: error)
            }
        }
        guard found.areAll else { throw .tooManyDocuments(path: path, most: mostFiles) }
        return found.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private struct Document: Equatable {
        let name: String
        /// Nil where a link leads nowhere.
        let file: FileIdentity?
    }

    private static func documents(in path: String) throws(SourceProblem) -> [Document] {
        let documents = try names(in: path).map { name in
            Document(name: name, file: try? FileIdentity(at: Path.join(path, name)))
        }
        // A folder may be called like a document; it is none.
        let files = documents.filter { $0.file?.kind != .folder }
        guard !files.isEmpty else { throw .noDocuments(path: path) }
        return files
    }

    private static func texts(of names: [String], in path: String) throws(SourceProblem) -> [SourceText] {
        let most = ReadingLimits.standard.bytes
        var size = 0
        var texts: [SourceText] = []
        for name in names {
            let file = Path.join(path, name)
            let bytes = try FileSource.read(file)
            size += bytes.count
            guard size <= most else { throw .tooLarge(path: path, most: most) }
            texts.append(SourceText(name: file, bytes: bytes))
        }
        return texts
    }

    private static func isFolder(_ path: String) -> Bool { (try? FileIdentity(at: path).kind) == .folder }
}
