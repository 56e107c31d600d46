import FeatureKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct LockTests {
    @Test func underContentionNothingIsLost() async {
        let lock = Lock<(left: Int, right: Int)>((0, 0))
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<5_000 {
                        lock.withLock { state in
                            #expect(state.left == state.right)
                            state.left += 1
                            state.right += 1
                        }
                    }
                }
            }
        }
        #expect(lock.withLock { $0.left } == 40_000)
    }

    @Test func letsGoWhenItsBodyThrows() {
        struct Refusal: Error {}
        let lock = Lock(1)
        let error = #expect(throws: Refusal.self) {
            try lock.withLock { value throws(Refusal) in
                value = 2
                throw Refusal()
            }
        }
        #expect(error != nil)
        #expect(lock.withLock { $0 } == 2)
    }

    @Test func letsGoOfItsState() {
        final class Thing: Sendable {}
        weak var gone: Thing?
        do {
            let thing = Thing()
            gone = thing
            let lock = Lock(thing)
            #expect(lock.withLock { $0 } === thing)
        }
        #expect(gone == nil)
    }
}
