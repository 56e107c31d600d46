internal import Dispatch

/// Runs an actor's jobs on a thread apart from the features' pool, because its calls block.
final class ReadingThread: SerialExecutor {
    private let queue = DispatchQueue(label: "ble.capture")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
