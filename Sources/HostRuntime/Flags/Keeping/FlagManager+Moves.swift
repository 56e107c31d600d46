@_spi(Hosting) internal import FeatureKit
internal import FlagEngine

extension FlagManager {
    /// The most splits that are logged one by one when a change moves people.
    private static let mostMovesTold = 32

    /// Logs how many people get another variant because splits have changed.
    func tellMoves(from previous: Allocations, to allocations: Allocations) {
        let moves = allocations.moved(from: previous)
        for (split, part) in moves.prefix(Self.mostMovesTold) {
            log.info("the split \"\(split)\" gives \(ChangePlan.percent(part)) of the people another variant")
        }
        guard moves.count > Self.mostMovesTold else { return }
        log.info("more splits give people another variant", [("more", "\(moves.count - Self.mostMovesTold)")])
    }
}
