@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Reads the flags of a configuration's sources.
extension FlagManager {
    /// Reads the flags of a configuration's sources.
    ///
    /// A source with errors affects neither other sources nor the configuration that names it: its last good content
    /// stays active.
    ///
    /// - Parameter invalid: The configuration's own flags that have errors; their last good content stays active.
    func gather(
        _ flags: CheckedFlags, invalid: [CheckedLayers.InvalidFlag], into gathered: inout GatheredFlags
    ) async {
        let addresses = flags.sources.compactMap(\.address)
        // Only a starting host without saved content has to wait for an address's whole timeout.
        let isStart = board.generation == 0
        func mustWait(_ address: WebAddress) -> Bool { isStart && gathered.previous.flags[address.shown] == nil }
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
        for flag in invalid {
            let repair = gathered.replaceOwn(flag.key, of: flag.source)
            gathered.tell(repair, of: flag.source)
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
                // Content that was read before says nothing about the address's present state.
                if let address = source.address, text != good[name]?.text { await follower.accept(address) }
                if source.address == nil { follower.states.note(name, failing: nil) }
                return gathered.add(content, of: name)
            }
        } catch { gathered.tell(.error, name, error.message) }
        await refuse(source, name, since: known, into: &gathered)
    }

    /// The text of a source; nil for an address without content yet.
    private func text(of source: HostConfig.FlagSource, _ name: String) async throws(SourceProblem) -> SourceText? {
        if let address = source.address { return await follower.text(of: address) }
        return SourceText(name: name, bytes: try FileSource.read(name))
    }

    /// Refuses the present content of a source because it has errors.
    ///
    /// - Parameter known: The number of diagnostics before those of this source.
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

    /// Uses the last good content of a source.
    private func fallBack(_ source: HostConfig.FlagSource, _ name: String, into gathered: inout GatheredFlags) {
        if let content = lastGood(source, name, gathered.previous) {
            gathered.add(content, of: name)
            gathered.tell(.warning, name, "can't be used now; its last good content is active")
        } else {
            gathered.lacksSomething = true
            gathered.tell(.warning, name, "can't be used now, and never was; it has no flags yet")
        }
    }

    /// The last good content of a source, which may be one that an earlier host saved.
    func lastGood(
        _ source: HostConfig.FlagSource, _ name: String, _ previous: RevisionContent
    ) -> GatheredFlags.Content? {
        if let content = good[name] { return content }
        guard let text = previous.wholes[name] ?? previous.flags[name] else { return nil }
        var ignored = GatheredFlags(previous: previous)
        return read(text, of: source, into: &ignored)
    }

    /// Reads the text of a source; nil where it has errors outside of single flags.
    private func read(
        _ text: SourceText, of source: HostConfig.FlagSource, into gathered: inout GatheredFlags
    ) -> GatheredFlags.Content? {
        let document = FlagDocument(text.bytes, origin: Origin(file: text.name), contentType: text.contentType)
        let (usable, diagnostics) = document.salvage(bucketing: source.bucketing)
        gathered.diagnostics.append(diagnostics)
        guard let (set, invalid) = usable else { return nil }
        var content = GatheredFlags.Content(text: text, set: set)
        if invalid.isEmpty { return content }
        let lastGood = good[text.name] ?? whole(source, text, gathered.previous)
        for key in invalid {
            let definition = lastGood?.set.flags.first { $0.key == key }
            content.replace(key, by: definition)
            gathered.tell(definition == nil ? .leftOut(key) : .kept(key), of: text.name)
        }
        return content
    }

    /// The last content without errors that an earlier host saved of a source.
    private func whole(
        _ source: HostConfig.FlagSource, _ text: SourceText, _ previous: RevisionContent
    ) -> GatheredFlags.Content? {
        guard let whole = previous.wholes[text.name] ?? previous.flags[text.name], whole != text else { return nil }
        var ignored = GatheredFlags(previous: previous)
        return read(whole, of: source, into: &ignored)
    }
}
