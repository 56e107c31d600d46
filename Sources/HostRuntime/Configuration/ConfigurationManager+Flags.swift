@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig

/// Applies changes of the sources of flags while the configuration files stay as they are.
extension ConfigurationManager {
    /// Reads the sources of flags again; content that can't be used changes nothing.
    package func refreshFlags() async {
        if await refreshFlagsInTurn() { await giveBackMemory() }
    }

    /// - Returns: Whether other flags are active now.
    private func refreshFlagsInTurn() async -> Bool {
        await inTurn {
            guard !isClosed, !Task.isCancelled, let orders else { return false }
            var gathered = GatheredFlags(previous: content, aside: journal.aside)
            gathered.previousOwn = orders.plan?.sources ?? []
            await flags.gather(orders.document.flags, invalid: orders.invalid, into: &gathered)
            let plan = await flags.plan(orders, repair: &gathered)
            var diagnostics = gathered.diagnostics
            diagnostics.append(told(plan.problems.filter { $0.severity == .error }, gathered, content.layers))
            // One save of a file can be noticed twice.
            if diagnostics.hasErrors, diagnostics.errors != flagErrors {
                tell(diagnostics)
                if plan.hasErrors || gathered.refusesSource {
                    log.error("flags refused; what counted before still does")
                }
            }
            noteFlags(gathered, diagnostics)
            guard !plan.hasErrors else { return false }
            var next = content
            next.take(gathered)
            let aside = journal.aside.ofDocuments.merging(gathered.asideOfFlags) { $1 }
            guard plan.book != orders.plan?.book || next != content || aside != journal.aside else { return false }
            let lost = LockedFeatures.losses(from: orders, to: orders.meaning(plan)).map(\.feature)
            guard lost.isEmpty else {
                log.error("flags refused; locked features would stop", [("ids", lost.joined(separator: " "))])
                return false
            }
            let change = Change(
                orders: orders.meaning(plan), content: next, aside: aside,
                cause: .flags(next.flagsChanged(since: content)), gathered: gathered)
            do throws(ConfigProblem) { try await carry(change, isOrder: false) } catch {
                log.error("flags can't be kept; what counted before still does", [("error", "\(error)")])
                return false
            }
            log.info("flags applied", [("revision", "\(plan.snapshot.program.revision)")])
            return true
        }
    }
}

extension ConfigurationManager {
    /// Publishes the errors in flags, once.
    func noteFlags(_ gathered: GatheredFlags, _ diagnostics: Diagnostics) {
        let errors = diagnostics.errors
        defer { flagErrors = errors }
        posted.withLock { posted in
            posted.status.invalidFlags = gathered.invalid.sorted()
            posted.status.flagProblems = Diagnostics(errors)
        }
        guard !errors.isEmpty, errors != flagErrors else { return }
        news.reject(diagnostics, at: clock.now)
        posted.withLock { $0.status.rejections += 1 }
    }
}

extension RevisionContent {
    /// Takes over the content of the sources of flags.
    mutating func take(_ gathered: GatheredFlags) {
        flags = gathered.texts
        wholes = gathered.wholes
    }

    /// The name of the first source of flags whose content has changed.
    func flagsChanged(since previous: RevisionContent) -> String {
        Set(flags.keys).union(previous.flags.keys).sorted().first { flags[$0] != previous.flags[$0] } ?? "flags"
    }
}

extension Diagnostics {
    /// The errors, without the warnings.
    var errors: [Diagnostic] { list.filter { $0.severity == .error } }
}
