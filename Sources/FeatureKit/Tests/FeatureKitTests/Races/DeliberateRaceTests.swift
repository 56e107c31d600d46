import Glibc
import Testing

/// A clean run under the thread sanitizer says something only if a dirty one fails; `make sanitize` proves it with this.
@Suite struct DeliberateRaceTests {
    static let isAskedFor = unsafe getenv("FLAGSTAND_RACE") != nil

    /// Two threads, not two tasks: tasks may take turns on one thread, and then there is no race to find.
    @Test(.enabled(if: isAskedFor)) func aRaceIsFound() {
        let shared = Shared()
        let threads = (1...2).map { _ in shared.countOnAnotherThread() }
        for thread in threads { pthread_join(thread, nil) }
        #expect(shared.count > 0)
    }
}

/// `@unchecked`: it is racy, on purpose.
private final class Shared: @unchecked Sendable {
    var count = 0

    func countOnAnotherThread() -> pthread_t {
        var thread = pthread_t()
        let handed = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe pthread_create(&thread, nil, { unsafe countUp($0) }, handed)
        return thread
    }
}

private func countUp(_ handed: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let handed = unsafe handed else { return nil }
    let shared = unsafe Unmanaged<Shared>.fromOpaque(handed).takeRetainedValue()
    for _ in 1...1000 { shared.count += 1 }
    return nil
}
