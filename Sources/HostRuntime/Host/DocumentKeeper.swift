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

    private let path: String
    private let catalog: FeatureCatalog
    private let registry: FeatureRegistry
    private let log: Log
    private let apply: @Sendable (CheckedDocument) -> Void
    private var current: [UInt8]?
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
            return refuse(Diagnostics([Diagnostic(.error, file: path, message: error.message)]))
        }
        guard force || bytes != current else { return .unchanged }
        let document = HostDocument(bytes, origin: Origin(file: path))
        let survey = await catalog.survey(document.pluginFolders, opening: Set(document.namedFeatures))
        let checked = document.check(against: survey.known, secrets: .host)
        tell(survey.diagnostics)
        guard let content = checked.content else { return refuse(checked.diagnostics) }
        tell(checked.diagnostics)
        current = bytes
        apply(content)
        registry.know(survey.rules, survey.loaded)
        registry.want(content.features.filter(\.value.isEnabled).mapValues { $0.settings?.revealed() ?? [:] })
        log.info("document applied", [("file", path)])
        return .applied
    }

    /// The document is gone: what runs stays, loudly.
    package func noteGone() {
        log.warning("the document is gone; what runs stays as it is", [("file", path)])
    }

    private func refuse(_ diagnostics: Diagnostics) -> Outcome {
        tell(diagnostics)
        let effect = current == nil ? "nothing was started" : "what runs stays as it is"
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
