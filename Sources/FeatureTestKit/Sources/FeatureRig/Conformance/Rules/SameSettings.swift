@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    static let sameSettings = ConformanceRule("same-settings", "same settings restart nothing") { subject in
        // Every other feature is not even asked.
        guard subject.feature.entry.isReconfigurable else { return [] }
        return try await subject.whileActive { rig, traffic in
            try traffic.publish(mostSamples: 2)
            await rig.settle()
            rig.forgetMessages()
            let before = Standing(of: rig)
            let isApplied: Bool
            do { isApplied = try await rig.reconfigure(subject.settings) } catch {
                return ["given the settings that it has, reconfigure threw: \(error)"]
            }
            guard isApplied else {
                return ["given the settings that it has, it asks for a restart; answer .applied where nothing is new"]
            }
            if let complaint = rig.state.complaint(after: "it was given the settings that it has") {
                return [complaint]
            }
            let published = await rig.publishedTopics()
            let after = Standing(of: rig)
            return published.map { "given the settings that it has, it published on \($0)" }
                + (before == after ? [] : ["given the settings that it has, it \(after.difference(from: before))"])
        }
    }

    /// What a feature holds on the bus and the clock while it runs.
    private struct Standing: Equatable {
        let reads: [String]
        let serves: [String]
        let sleepers: Int

        init(of rig: Rig) {
            (reads, serves, sleepers) = (rig.readTopics, rig.servedRoutes, rig.clock.sleeperCount)
        }

        func difference(from before: Standing) -> String {
            if reads != before.reads { return "reads \(reads) and not \(before.reads) any more" }
            if serves != before.serves { return "serves \(serves) and not \(before.serves) any more" }
            return "has \(sleepers) tasks asleep and not \(before.sleepers) any more"
        }
    }
}
