@_spi(Hosting) internal import FeatureKit
internal import HostConfig

/// Reads the configuration files.
extension ConfigurationManager {
    /// Reads the configuration files and applies them.
    ///
    /// - Parameter force: Whether to apply them even if they are unchanged, since secrets and modules may have changed.
    package func read(force: Bool) async -> Outcome {
        let outcome = await readInTurn(force)
        if outcome != .unchanged { await giveBackMemory() }
        return outcome
    }

    private func readInTurn(_ force: Bool) async -> Outcome {
        await inTurn {
            guard !isClosed, !Task.isCancelled else { return .refused }
            defer { forgetRead() }
            if orders == nil {
                await flags.remember(journal.history)
                await recordWhatWaits()
                await goBackIfUnconfirmed()
            }
            var news = SourceUpdate(previous: content.layers, aside: journal.aside)
            do throws(SourceProblem) { news.take(local: try LocalSource.read(path)) } catch {
                // The file was removed in the meantime; its watcher reports that.
                if !force, case .missing = error { return .refused }
                news.diagnostics = Diagnostics([Diagnostic(.error, file: path, message: error.message)])
                guard !content.layers.local.isEmpty else { return refuse(news.diagnostics, force) }
                news.keep(.local, because: error.message)
            }
            let remote = await addRemote(&news)
            guard force || isNews(news) else {
                // A source may stop or start answering while its content stays the same.
                if Set(news.troubles.keys) != Set(status.troubles.map(\.layer)) { note(news) }
                return .unchanged
            }
            return await apply(news, remote, force)
        }
    }

    /// Whether anything differs from what is active, or was refused last.
    private func isNews(_ news: SourceUpdate) -> Bool {
        news.layers != content.layers || status.rejection != nil || orders == nil || news.aside != journal.aside
    }

    /// Reads the remote file that the local files name.
    ///
    /// - Returns: The address that it came from; nil if it could not be had.
    private func addRemote(_ news: inout SourceUpdate) async -> WebAddress? {
        let local = document(LayerTexts(local: news.layers.local))
        guard let address = local.remote(secrets: .host) else {
            news.take(remote: nil)
            return nil
        }
        news.address = address.shown
        // Only a host that has never read it has to wait for the whole timeout.
        let isUnknown = orders == nil && content.layers.remote?.name != address.shown
        await follower.askFirst([address], within: isUnknown ? nil : SourceFollower.patience)
        let silence = await follower.silence(of: address)
        if silence == nil, let text = await follower.text(of: address) {
            news.take(remote: text)
            return address
        }
        // The content of another address must not be used for this one.
        if content.layers.remote?.name == address.shown {
            news.keep(.remote, because: silence ?? "says nothing")
        } else {
            news.lackRemote(because: silence ?? "says nothing")
        }
        return nil
    }

    /// - Parameter remote: The address of the remote file if its content was read now.
    private func apply(_ news: SourceUpdate, _ remote: WebAddress?, _ force: Bool) async -> Outcome {
        var (news, remote) = (news, remote)
        var found = await assess(news.layers, with: overrides)
        var told = news.diagnostics
        told.append(found.diagnostics)
        var faults: Set<Layer> = []
        while found.orders == nil, news.layers != content.layers, !found.faults.isSubset(of: faults) {
            // Each source is checked alone: the others may be applied.
            if found.faults.subtracting(faults).contains(.local) {
                // The remote file is the one that the active files name, not the refused ones.
                news = SourceUpdate(previous: content.layers, aside: journal.aside)
                news.keep(.local, because: "has errors")
                remote = await addRemote(&news)
            }
            if found.faults.contains(.remote) {
                news.keep(.remote, because: "has errors")
                if let remote { await follower.refuse(remote, because: "has errors") }
                remote = nil
            }
            if found.faults.contains(.retained) { news.keep(.retained, because: "has errors") }
            faults.formUnion(found.faults)
            guard news.layers != content.layers || orders == nil, !content.layers.local.isEmpty else { break }
            found = await assess(news.layers, with: overrides)
            if found.orders == nil, !found.faults.isSubset(of: faults) { told.append(found.diagnostics) }
        }
        if let remote { await follower.accept(remote) }
        guard let orders = found.orders else {
            note(news)
            return refuse(told, force)
        }
        let isStart = self.orders == nil
        let isRefused = told.hasErrors && !news.troubles.isEmpty
        if isRefused { reject(told, force) } else { tell(told) }
        if isStart {
            do { try open(orders.document) } catch {
                for line in "\(error)".split(separator: "\n") { log.error(String(line)) }
                return .refused
            }
        }
        if !isRefused { accept() }
        note(news)
        noteFlags(found.gathered, found.diagnostics)
        if isRefused, !isStart, news.layers == content.layers { return .refused }
        var next = content
        next.layers = news.layers
        next.take(found.gathered)
        next.overrides = overrides.value
        let change = Change(
            orders: orders, content: next, aside: news.aside.ofDocuments.merging(found.gathered.asideOfFlags) { $1 },
            cause: isStart ? .start : cause(of: next, since: content), gathered: found.gathered)
        let (previousOrders, previous, statuses) = (self.orders, content, registry.statuses)
        do throws(ConfigProblem) {
            let carried = try await carry(change, isOrder: false)
            _ = await beginTrial(carried, from: previousOrders, previous, statuses)
        } catch {
            log.error("document refused; it can't be kept", [("file", path), ("error", "\(error)")])
            return .refused
        }
        await follow(orders.document)
        let number = [("revision", "\(journal.last?.number ?? 0)")]
        if news.troubles[.local] == nil, journal.aside[.local] == nil {
            log.info("document applied", [("file", path)] + number)
        } else {
            log.info("the last good revision is active", number)
        }
        return .applied
    }

    /// Warns that the configuration file is gone; what runs stays as it is.
    package func noteGone() {
        log.warning("the document is gone; what runs stays as it is", [("file", path)])
        posted.withLock { $0.status.noteGone(path, at: clock.now) }
    }

    /// The cause of a change.
    private func cause(of content: RevisionContent, since previous: RevisionContent) -> Revision.Cause {
        if content.layers.remote != previous.layers.remote, let remote = content.layers.remote {
            return content.layers.local == previous.layers.local ? .document(remote.name) : .document(path)
        }
        guard content.layers == previous.layers else { return .document(path) }
        return content.flags == previous.flags ? .document(path) : .flags(content.flagsChanged(since: previous))
    }

    /// Follows the sources that a configuration names.
    func follow(_ document: CheckedDocument) async {
        var followed = document.flags.sources.compactMap(\.followed)
        if let remote = document.remote { followed.append(.address(remote)) }
        await follower.follow(followed)
    }

    /// Reads a source again that may have changed, other than the local files.
    package func noteChange(of source: FollowedSource) async {
        if case .address(let address) = source, orders?.document.remote == address {
            _ = await read(force: false)
        } else {
            await refreshFlags()
        }
    }
}

// MARK: - Refusals

extension ConfigurationManager {
    private func refuse(_ diagnostics: Diagnostics, _ force: Bool) -> Outcome {
        reject(diagnostics, force)
        return .refused
    }

    /// Reports a refusal, once.
    func reject(_ diagnostics: Diagnostics, _ force: Bool) {
        let now = clock.now
        let isNews = posted.withLock { posted in
            defer { posted.status.rejection = .init(at: now, diagnostics: diagnostics) }
            return posted.status.rejection?.diagnostics != diagnostics
        }
        // One save of a file can be noticed twice; a forced reading reports again.
        guard isNews || force else { return }
        posted.withLock { $0.status.rejections += 1 }
        tell(diagnostics)
        news.reject(diagnostics, at: now)
        log.error("document refused; \(effectOfRefusal)", [("file", path)])
    }

    private var effectOfRefusal: String {
        guard orders == nil else { return "what runs stays as it is" }
        guard !content.layers.local.isEmpty, let last = journal.last else { return "nothing was started" }
        return "revision \(last.number) of \(last.at.toTheSecond) counts"
    }

    private func accept() { posted.withLock { $0.status.rejection = nil } }

    /// Notes the sources whose current content is not active.
    private func note(_ news: SourceUpdate) {
        let now = clock.now
        let remote = news.address ?? news.layers.remote?.name ?? "the remote document"
        let reasons = news.troubles.sorted { $0.key.rawValue < $1.key.rawValue }.map { layer, reason in
            (layer: layer, source: layer == .remote ? remote : path, reason: reason)
        }
        posted.withLock { $0.status.note(reasons, at: now) }
    }
}
