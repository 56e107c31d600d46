/// Jobs in the order in which they came, in memory that is used again.
package struct JobQueue<Job> {
    private var jobs: [Job] = []
    private var head = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }
    package var count: Int { jobs.count - head }

    package mutating func append(_ job: Job) { jobs.append(job) }

    package mutating func popFirst() -> Job? {
        guard head < jobs.count else { return nil }
        defer {
            head += 1
            // Shifting down only once half is gone keeps each job at constant cost.
            if head == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                head = 0
            } else if head > 1_024, head > jobs.count / 2 {
                jobs.removeFirst(head)
                head = 0
            }
        }
        return jobs[head]
    }
}
