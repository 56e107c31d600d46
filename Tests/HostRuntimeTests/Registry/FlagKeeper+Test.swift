@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import TestSupport

@testable import HostRuntime

extension FlagKeeper {
    /// Keeps flags in a folder of a test.
    init(
        in folder: TestFolder, _ host: TestHost,
        fetch: @escaping FlagFetch.Ask = { _, _ in .failed("no network") }
    ) {
        self.init(
            folder: folder.path, board: host.flags, clock: SystemClock(),
            log: Log(feature: "host", sink: host.log.sink),
            fetch: fetch)
    }
}
