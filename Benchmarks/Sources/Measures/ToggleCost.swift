/// What many toggles may cost, and what they did.
package struct ToggleCost: Sendable {
    /// After the first toggles, when every cache and pool has its size.
    package let settled: Holding
    package let end: Holding
    /// How many toggles lie between the two.
    package let toggles: Int

    package init(settled: Holding, end: Holding, toggles: Int) {
        self.settled = settled
        self.end = end
        self.toggles = toggles
    }

    /// Below zero where memory was given back.
    package var bytesPerToggle: Double { Double(end.residentBytes - settled.residentBytes) / Double(max(1, toggles)) }
    package var leakedDescriptors: Int { end.descriptors - settled.descriptors }
    package var leakedThreads: Int { end.threads - settled.threads }
}
