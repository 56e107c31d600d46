@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Gathers what the sources of a document say.
extension FlagKeeper {
    /// Reads what a document's sources say.
    ///
    /// A source that can't be used harms no other, and not the document that names it: what it said last goes on
    /// counting.
    func gather(_ flags: CheckedFlags) async -> GatheredFlags {
        await askFirst(flags.sources)
        var gathered = GatheredFlags()
        for source in flags.sources {
            switch source {
            case .inline(let set): gathered.sets.append(set)
            case .file(let path, _): gather(source, file: path, into: &gathered)
            case .url(let address, _): gather(source, address: address.url, into: &gathered)
            }
        }
        return gathered
    }

    /// Asks the addresses that have not said anything yet, side by side: the waits for those that are down must not add
    /// up before a host starts.
    private func askFirst(_ sources: [HostConfig.FlagSource]) async {
        await withTaskGroup(of: (HostConfig.FlagSource, FlagFetch).self) { group in
            for source in sources {
                guard case .url(let address, _) = source, fetched[address.url] == nil, good[address.url] == nil
                else { continue }
                group.addTask { [fetch] in (source, await fetch(address, nil)) }
            }
            for await (source, answer) in group { _ = take(answer, of: source) }
        }
    }

    private func gather(_ source: HostConfig.FlagSource, file path: String, into gathered: inout GatheredFlags) {
        let known = gathered.diagnostics.list.count
        do throws(SourceProblem) {
            let text = FlagStore.Text(bytes: try FileSource.read(path))
            if let content = read(text, of: source, into: &gathered) {
                states.note(path, failing: nil)
                return gathered.add(content, of: path)
            }
        } catch { gathered.tell(.error, path, error.message) }
        refuse(source, path, since: known, into: &gathered)
    }

    private func gather(_ source: HostConfig.FlagSource, address: String, into gathered: inout GatheredFlags) {
        guard let text = fetched[address] else { return fallBack(source, address, into: &gathered) }
        let known = gathered.diagnostics.list.count
        if let content = read(text, of: source, into: &gathered) {
            // What was looked at before says nothing of how the address does now.
            if text != good[address]?.text { states.note(source.shownName ?? address, failing: nil) }
            return gathered.add(content, of: address)
        }
        fetched[address] = nil
        tags[address] = nil
        refuse(source, address, since: known, into: &gathered)
    }

    /// Does without what a source says now, since it has errors.
    ///
    /// - Parameter known: How many diagnostics there were before those of this source.
    private func refuse(
        _ source: HostConfig.FlagSource, _ name: String, since known: Int, into gathered: inout GatheredFlags
    ) {
        let shown = source.shownName ?? name
        let error = gathered.diagnostics.list.dropFirst(known).first { $0.severity == .error }?.headline
        // An address may hold secrets.
        states.note(shown, failing: error?.replacing(name, with: shown) ?? "has errors")
        gathered.refusesSource = true
        fallBack(source, name, into: &gathered)
    }

    /// Takes what a source said when it was good last.
    private func fallBack(_ source: HostConfig.FlagSource, _ name: String, into gathered: inout GatheredFlags) {
        let shown = source.shownName ?? name
        if let content = lastGood(source, name) {
            gathered.add(content, of: name)
            gathered.tell(.warning, shown, "can't be used now; what it said last counts")
        } else {
            gathered.lacksSomething = true
            gathered.tell(.warning, shown, "can't be used now, and never was; it has no flags yet")
        }
    }

    func lastGood(_ source: HostConfig.FlagSource, _ name: String) -> GatheredFlags.Content? {
        if let content = good[name] { return content }
        guard let text = store.source(name) else { return nil }
        var ignored = GatheredFlags()
        return read(text, of: source, into: &ignored)
    }

    /// Reads a source's document; nil where it has errors that are not in single flags alone.
    private func read(
        _ text: FlagStore.Text, of source: HostConfig.FlagSource, into gathered: inout GatheredFlags
    ) -> GatheredFlags.Content? {
        let name = source.name ?? ""
        let document = FlagDocument(text.bytes, origin: Origin(file: name), contentType: text.contentType)
        let (usable, diagnostics) = document.salvage(bucketing: source.bucketing)
        gathered.diagnostics.append(diagnostics)
        guard let (set, spoilt) = usable else { return nil }
        var content = GatheredFlags.Content(text: text, set: set)
        for key in spoilt {
            let former = good[name]?.set.flags.first { $0.key == key }
            content.replace(key, by: former)
            gathered.tell(former == nil ? .leftOut(key) : .kept(key), of: source.shownName ?? name)
        }
        return content
    }

    /// Takes what an address answered; true where it says something new.
    func take(_ answer: FlagFetch, of source: HostConfig.FlagSource) -> Bool {
        guard let name = source.name, let shown = source.shownName else { return false }
        switch answer {
        case .unchanged: return states.note(shown, failing: nil)
        case .failed(let why, _):
            if states.note(shown, failing: why) {
                log.warning("flags can't be fetched", [("source", shown), ("because", why)])
            }
            return false
        case .fresh(let bytes, let contentType, let tag):
            tags[name] = tag
            let text = FlagStore.Text(bytes: bytes, contentType: contentType)
            let isNews = fetched[name] != text && good[name]?.text != text
            fetched[name] = text
            // What is new is looked at first.
            return isNews || states.note(shown, failing: nil)
        }
    }

    /// What an address called its last answer.
    func tag(of address: String) -> String? { tags[address] }
}
