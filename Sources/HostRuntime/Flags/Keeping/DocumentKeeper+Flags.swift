@_spi(Hosting) internal import FeatureKit
internal import FlagEngine
internal import HostConfig
internal import HostSystem

/// Flags are a part of what orders mean.
extension DocumentKeeper {
    /// Finds out which flags a document means; nil where its own can't be used.
    ///
    /// - Parameter bytes: The document, for its lines.
    func planFlags(
        _ orders: Orders, _ bytes: [UInt8]
    ) async -> (orders: Orders?, gathered: GatheredFlags, diagnostics: Diagnostics) {
        var gathered = await flags.gather(orders.document.flags)
        let plan = await flags.plan(orders, mending: &gathered)
        var diagnostics = gathered.diagnostics
        diagnostics.append(told(plan.problems, gathered, document: bytes))
        return (plan.hasErrors ? nil : orders.meaning(plan), gathered, diagnostics)
    }

    private func told(_ problems: [FlagProblem], _ gathered: GatheredFlags, document: [UInt8]) -> Diagnostics {
        Diagnostics(problems, documents: gathered.documents.merging([path: document]) { $1 })
    }

    /// Looks again at the sources of flags, since one of them may say something else.
    ///
    /// What can't be used changes nothing.
    package func refreshFlags() async {
        let turn = await takeTurn()
        defer { turn.raise() }
        guard !isClosed, !Task.isCancelled, let bytes = applied, let orders else { return }
        var gathered = await flags.gather(orders.document.flags)
        let plan = await flags.plan(orders, mending: &gathered)
        var diagnostics = gathered.diagnostics
        diagnostics.append(told(plan.problems.filter { $0.severity == .error }, gathered, document: bytes))
        // One saving is sometimes seen twice.
        if diagnostics.hasErrors, diagnostics.errors != flagErrors {
            tell(diagnostics)
            if plan.hasErrors || gathered.refusesSource {
                log.error("flags refused; what counted before still does")
            }
        }
        flagErrors = diagnostics.errors
        guard !plan.hasErrors else { return await flags.forgetNews() }
        let isNews = plan.book != orders.plan?.book
        do throws(SystemError) { try await flags.keep(plan, gathered) } catch {
            return log.error("flags can't be kept; what counted before still does", [("error", "\(error)")])
        }
        guard isNews else { return }
        carryOut(orders.meaning(plan))
        log.info("flags applied", [("revision", "\(plan.snapshot.program.revision)")])
    }
}

extension Diagnostics {
    /// What is wrong, without what is only odd.
    var errors: [Diagnostic] { list.filter { $0.severity == .error } }
}
