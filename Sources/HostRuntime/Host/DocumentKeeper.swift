@_spi(Hosting) package import FeatureKit
package import HostConfig

/// Keeps what runs as the document says: reads it, checks all of it, and only then touches anything.
package actor DocumentKeeper {
    /// What became of one reading.
    package enum Outcome: String, Sendable {
        case applied
        /// The same bytes as before.
        case unchanged
        /// Something is wrong with it; what runs stays as it was.
        case refused
    }

    private struct Refusal: Equatable {
        let bytes: [UInt8]
        let diagnostics: Diagnostics
    }

    private let path: String
    private let catalog: FeatureCatalog
    private let registry: FeatureRegistry
    private let log: Log
    private let apply: @Sendable (CheckedDocument) -> Void
    private var applied: [UInt8]?
    /// What was last told of a document that was refused; nil once one was applied.
    private var refusal: Refusal?
    private var lastReading: Signal?

    /// - Parameters:
    ///   - path: The document.
    ///   - catalog: Where its features come from.
    ///   - registry: Who runs them.
    ///   - log: Where problems are told.
    ///   - apply: Takes what is not the registry's, such as log levels.
    package init(
        path: String, catalog: FeatureCatalog, registry: FeatureRegistry, log: Log,
        apply: @escaping @Sendable (CheckedDocument) -> Void
    ) {
        self.path = path
        self.catalog = catalog
        self.registry = registry
        self.log = log
        self.apply = apply
    }

    /// Reads the document and makes the host what it says.
    ///
    /// - Parameter force: Whether to look again even if the bytes are the same, since secrets and features may not be.
    package func read(force: Bool) async -> Outcome {
        // One after the other: reading waits for libraries, and an older text must not be applied after a newer one.
        let earlier = lastReading
        let done = Signal()
        lastReading = done
        defer { done.raise() }
        await earlier?.wait()
        return await readAlone(force: force)
    }

    private func readAlone(force: Bool) async -> Outcome {
        let bytes: [UInt8]
        do throws(SourceProblem) {
            bytes = try FileSource.read(path)
        } catch {
            // Gone while it was on its way here; whoever watches it says so.
            if !force, case .missing = error { return .refused }
            let diagnostic = Diagnostic(.error, file: path, message: error.message)
            return refuse(Refusal(bytes: [], diagnostics: Diagnostics([diagnostic])), force)
        }
        guard force || refusal != nil || bytes != applied else { return .unchanged }
        let document = HostDocument(bytes, origin: Origin(file: path))
        let survey = await catalog.survey(document.pluginFolders, opening: Set(document.namedFeatures))
        let checked = document.check(against: survey.known, secrets: .host)
        var diagnostics = survey.diagnostics
        diagnostics.append(checked.diagnostics)
        guard let content = checked.content else {
            return refuse(Refusal(bytes: bytes, diagnostics: diagnostics), force)
        }
        tell(diagnostics)
        applied = bytes
        refusal = nil
        apply(content)
        let wanted = content.features.filter(\.value.isEnabled).mapValues { $0.settings?.revealed() ?? [:] }
        registry.know(survey.rules, survey.loaded, wanting: wanted)
        log.info("document applied", [("file", path)])
        return .applied
    }

    /// The document is gone: what runs stays, loudly.
    package func noteGone() {
        log.warning("the document is gone; what runs stays as it is", [("file", path)])
    }

    private func refuse(_ refusal: Refusal, _ force: Bool) -> Outcome {
        // One saving is sometimes seen twice. Asked for, it is said again.
        guard force || refusal != self.refusal else { return .refused }
        self.refusal = refusal
        tell(refusal.diagnostics)
        let effect = applied == nil ? "nothing was started" : "what runs stays as it is"
        log.error("document refused; \(effect)", [("file", path)])
        return .refused
    }

    private func tell(_ diagnostics: Diagnostics) {
        for diagnostic in diagnostics.list {
            switch diagnostic.severity {
            case .error: log.error(diagnostic.headline)
            case .warning: log.warning(diagnostic.headline)
            }
        }
        if diagnostics.dropped > 0 {
            log.error("more is wrong than is told; flagstand check says it too", [("more", "\(diagnostics.dropped)")])
        }
    }
}
