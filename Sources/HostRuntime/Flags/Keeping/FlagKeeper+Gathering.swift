@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Gathers what the sources of a document say.
extension FlagKeeper {
    /// Reads what a document's sources say.
    ///
    /// A source that can't be used harms no other, and not the document that names it: what it said last goes on
    /// counting.
    ///
    /// - Parameter spoilt: The documents' own flags that have errors; they go on as they were.
    func gather(
        _ flags: CheckedFlags, spoilt: [CheckedLayers.SpoiltFlag], into gathered: inout GatheredFlags
    ) async {
        let addresses = flags.sources.compactMap(\.address)
        // Only a host that knows nothing of them has to wait for all of their time.
        let isStart = board.generation == 0
        func mustWait(_ address: WebAddress) -> Bool { isStart && gathered.former.flags[address.shown] == nil }
        await follower.askFirst(addresses.filter(mustWait))
        await follower.askFirst(
            addresses.filter { good[$0.shown] == nil && !mustWait($0) }, within: SourceFollower.patience)
        for source in flags.sources {
            guard let name = source.name else {
                if case .inline(let set) = source { gathered.sets.append(set) }
                continue
            }
            await gather(source, name, into: &gathered)
        }
        for flag in spoilt {
            let mending = gathered.replaceOwn(flag.key, of: flag.source)
            gathered.tell(mending, of: flag.source)
        }
    }

    private func gather(_ source: HostConfig.FlagSource, _ name: String, into gathered: inout GatheredFlags) async {
        let known = gathered.diagnostics.list.count
        do throws(SourceProblem) {
            guard let text = try await text(of: source, name) else { return fallBack(source, name, into: &gathered) }
            if let counting = gathered.text(countingFor: text, of: name) {
                if let content = read(counting, of: source, into: &gathered) {
                    return gathered.add(content, of: name)
                }
            } else if let content = read(text, of: source, into: &gathered) {
                // What was looked at before says nothing of how an address does now.
                if let address = source.address, text != good[name]?.text { await follower.accept(address) }
                if source.address == nil { follower.states.note(name, failing: nil) }
                return gathered.add(content, of: name)
            }
        } catch { gathered.tell(.error, name, error.message) }
        await refuse(source, name, since: known, into: &gathered)
    }

    /// What a source says; nil where it is an address that said nothing yet.
    private func text(of source: HostConfig.FlagSource, _ name: String) async throws(SourceProblem) -> SourceText? {
        if let address = source.address { return await follower.text(of: address) }
        return SourceText(name: name, bytes: try FileSource.read(name))
    }

    /// Does without what a source says now, since it has errors.
    ///
    /// - Parameter known: How many diagnostics there were before those of this source.
    private func refuse(
        _ source: HostConfig.FlagSource, _ name: String, since known: Int, into gathered: inout GatheredFlags
    ) async {
        let error = gathered.diagnostics.list.dropFirst(known).first { $0.severity == .error }?.headline
        let reason = error ?? "has errors"
        if let address = source.address {
            await follower.refuse(address, because: reason)
        } else {
            follower.states.note(name, failing: reason)
        }
        gathered.refusesSource = true
        fallBack(source, name, into: &gathered)
    }

    /// Takes what a source said when it was good last.
    private func fallBack(_ source: HostConfig.FlagSource, _ name: String, into gathered: inout GatheredFlags) {
        if let content = lastGood(source, name, gathered.former) {
            gathered.add(content, of: name)
            gathered.tell(.warning, name, "can't be used now; its last good content is active")
        } else {
            gathered.lacksSomething = true
            gathered.tell(.warning, name, "can't be used now, and never was; it has no flags yet")
        }
    }

    /// What a source said when it was good last, if need be to an earlier host.
    func lastGood(
        _ source: HostConfig.FlagSource, _ name: String, _ former: RevisionContent
    ) -> GatheredFlags.Content? {
        if let content = good[name] { return content }
        guard let text = former.wholes[name] ?? former.flags[name] else { return nil }
        var ignored = GatheredFlags(former: former)
        return read(text, of: source, into: &ignored)
    }

    /// Reads a source's document; nil where it has errors that are not in single flags alone.
    private func read(
        _ text: SourceText, of source: HostConfig.FlagSource, into gathered: inout GatheredFlags
    ) -> GatheredFlags.Content? {
        let document = FlagDocument(text.bytes, origin: Origin(file: text.name), contentType: text.contentType)
        let (usable, diagnostics) = document.salvage(bucketing: source.bucketing)
        gathered.diagnostics.append(diagnostics)
        guard let (set, spoilt) = usable else { return nil }
        var content = GatheredFlags.Content(text: text, set: set)
        if spoilt.isEmpty { return content }
        let former = good[text.name] ?? whole(source, text, gathered.former)
        for key in spoilt {
            let definition = former?.set.flags.first { $0.key == key }
            content.replace(key, by: definition)
            gathered.tell(definition == nil ? .leftOut(key) : .kept(key), of: text.name)
        }
        return content
    }

    /// What a source said to an earlier host when all of it was good.
    private func whole(
        _ source: HostConfig.FlagSource, _ text: SourceText, _ former: RevisionContent
    ) -> GatheredFlags.Content? {
        guard let whole = former.wholes[text.name] ?? former.flags[text.name], whole != text else { return nil }
        var ignored = GatheredFlags(former: former)
        return read(whole, of: source, into: &ignored)
    }
}
