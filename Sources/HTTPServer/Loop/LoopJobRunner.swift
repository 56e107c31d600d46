/// Runs pieces of tasks on a loop's thread in its own way, for example to measure how long they hold it.
package protocol LoopJobRunner: AnyObject, Sendable {
    /// Called on the loop's thread, for each job that was handed over with the runner.
    func run(_ job: UnownedJob)
}
