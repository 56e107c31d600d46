@_spi(Hosting) internal import FeatureKit
internal import FlagEngine

extension FlagKeeper {
    /// How many splits that move people are told of at once.
    private static let mostMovesTold = 32

    /// Says how many people get another variant because splits have changed.
    func tellMoves(from former: Allocations, to allocations: Allocations) {
        let moves = allocations.moved(from: former)
        for (split, part) in moves.prefix(Self.mostMovesTold) {
            log.info("the split \"\(split)\" gives \(Self.percent(part)) of the people another variant")
        }
        guard moves.count > Self.mostMovesTold else { return }
        log.info("more splits give people another variant", [("more", "\(moves.count - Self.mostMovesTold)")])
    }

    /// A part as people read it: `20 %`, `0.125 %`.
    private static func percent(_ part: Double) -> String {
        let thousandths = (part * 100_000).rounded()
        guard thousandths >= 1 else { return "less than 0.001 %" }
        let percent = thousandths / 1_000
        return percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
    }
}
