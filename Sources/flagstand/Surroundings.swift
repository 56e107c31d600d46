internal import Glibc
internal import HostConfig
internal import HostRuntime
internal import HostSystem

/// What the process was started with.
enum Surroundings {
    static let standardDocument = "plugins.yaml"

    /// The path of this program's file, whatever it was called by.
    static var program: String {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    static var environment: [String: String] {
        var found: [String: String] = [:]
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry)
            if let sign = text.firstIndex(of: "=") {
                found[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            unsafe next += 1
        }
        return found
    }

    /// A catalogue for a command that is no host: it reads what was packed, and runs no code of a feature.
    static var catalog: FeatureCatalog {
        FeatureCatalog(
            finder: UnitFinder(program: program), library: Library(copies: PrivateCopies()),
            workers: Workers(beside: program), opensLibraries: false)
    }
}

extension Arguments {
    /// The configuration file that a command is about.
    var document: String {
        [.config, .document, .preflightDocument].lazy.compactMap { self[$0] }.first ?? Surroundings.standardDocument
    }

    /// The state folder of the host that a command is about.
    var state: String {
        let document = Path.absolute(document)
        return Path.absolute(
            StateFolder.location(option: self[.state], environment: Surroundings.environment, document: document))
    }

    /// The folders of features that the configuration names beside the built-in ones; none without a configuration.
    ///
    /// - Throws: If the configuration can't be read; a missing one only if `--config` names it.
    func pluginFolders() throws(SourceProblem) -> [String] { try hostDocument()?.pluginFolders ?? [] }

    /// The configuration; nil if it is missing and `--config` does not name it.
    func hostDocument() throws(SourceProblem) -> HostDocument? {
        do throws(SourceProblem) {
            let texts = LayerTexts(local: try LocalSource.read(document))
            return HostDocument(texts, folder: LocalSource.folder(of: document))
        } catch {
            guard self[.config] == nil, case .missing = error else { throw error }
            return nil
        }
    }

    /// Where the host listens; the parser has made sure that it can be read.
    var listen: ListenAddress? { self[.listen].flatMap { try? ListenAddress($0) } }
}
