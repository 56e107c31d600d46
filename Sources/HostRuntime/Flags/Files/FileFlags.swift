@_spi(Hosting) package import FeatureKit
package import FlagEngine
package import HostConfig
internal import WebClient

/// The flags that files define, for commands that work without a host.
///
/// Addresses are not fetched, and splits are divided as if they had no history.
package struct FileFlags: Sendable {
    package let book: FlagDefinitions
    package let program: FlagProgram
    /// Errors, warnings and remarks.
    package let diagnostics: Diagnostics

    /// The flags of a document that holds flags alone.
    ///
    /// - Parameter isSource: Whether it is one source among others, which may have what it names.
    package init(file: String, asSource isSource: Bool = false, now: Timestamp) throws(SourceProblem) {
        var reading = Reading()
        try reading.add(file, origin: Origin(file: file), bucketing: nil)
        self.init(FlagDefinitions(sets: reading.sets), reading, now: now) { isSource ? $0.amongSources : $0 }
    }

    /// The flags of a host's document, those of its features included.
    ///
    /// - Parameters:
    ///   - known: What sources say, by their names, as far as a host has told it.
    ///   - overrides: What operators decided.
    package init(
        _ document: CheckedDocument, named: [String], texts: [SourceText], survey: Survey,
        known: [String: SourceText] = [:], overrides: Overrides = Overrides(), now: Timestamp
    ) {
        var reading = Reading()
        for text in texts { reading.texts[text.name] = text.bytes }
        for source in document.flags.sources {
            if let text = source.name.flatMap({ known[$0] }) {
                reading.add(text, bucketing: source.bucketing)
            } else {
                reading.add(source)
            }
        }
        let orders = Orders(survey: survey, document: document, named: Set(named), overrides: overrides)
        self.init(FlagDefinitions(orders, sources: reading.sets), reading, now: now)
    }

    private init(
        _ book: FlagDefinitions, _ reading: Reading, now: Timestamp, telling: (FlagProblem) -> FlagProblem? = { $0 }
    ) {
        var problems: [FlagProblem] = []
        self.book = book
        program = FlagProgram(book, revision: 1, problems: &problems)
        problems += Lint.remarks(of: book, program, today: now)
        var diagnostics = reading.diagnostics
        diagnostics.append(Diagnostics(problems.compactMap(telling), documents: reading.texts))
        self.diagnostics = diagnostics
    }

    /// The program as a board's snapshot.
    package func snapshot(_ now: Timestamp) -> FlagBoard.Snapshot {
        FlagBoard.Snapshot(program, etag: "", since: now)
    }
}

extension FlagProblem {
    /// The problem where only one of several sources is known: what is missing may be in another one.
    fileprivate var amongSources: FlagProblem? {
        switch kind {
        case .unknownSegment, .unknownRequirement: FlagProblem(kind, .warning, flag: flag, at: place)
        case .remark(.unusedSegment): nil
        default: self
        }
    }
}

/// What was read so far.
private struct Reading {
    var sets: [FlagSet] = []
    var texts: [String: [UInt8]] = [:]
    var diagnostics = Diagnostics()

    mutating func add(_ source: HostConfig.FlagSource) {
        switch source {
        case .inline(let set): sets.append(set)
        case .file(let path, let bucketing):
            do throws(SourceProblem) {
                try add(path, origin: Origin(file: path), bucketing: bucketing)
            } catch { tell(.error, path, error.message) }
        case .url(let address, _):
            tell(.warning, ShownAddress.of(address.url), "is not asked without a host; its flags are missing here")
        }
    }

    mutating func add(_ path: String, origin: Origin, bucketing: Bucketing?) throws(SourceProblem) {
        let bytes = try FileSource.read(path)
        add(FlagDocument(bytes, origin: origin), named: origin.name, bytes, bucketing)
    }

    mutating func add(_ text: SourceText, bucketing: Bucketing?) {
        let document = FlagDocument(text.bytes, origin: Origin(file: text.name), contentType: text.contentType)
        add(document, named: text.name, text.bytes, bucketing)
    }

    private mutating func add(
        _ document: FlagDocument, named name: String, _ bytes: [UInt8], _ bucketing: Bucketing?
    ) {
        let checked = document.check(bucketing: bucketing)
        texts[name] = bytes
        diagnostics.append(checked.diagnostics)
        if let set = checked.content { sets.append(set) }
    }

    private mutating func tell(_ severity: Diagnostic.Severity, _ file: String, _ message: String) {
        diagnostics.append(Diagnostics([Diagnostic(severity, file: file, message: message)]))
    }
}
