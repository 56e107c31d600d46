internal import FeatureKit
internal import HostConfig
package import HostWorker

/// The process that a feature runs in, and what it may take.
package struct WorkerReport: Sendable, Equatable {
    /// Nil while there is none.
    package let process: Int32?
    /// What it holds.
    package let residentBytes: Int?
    package let openDescriptors: Int?
    package let limits: WorkerLimits

    package init(process: Int32?, residentBytes: Int?, openDescriptors: Int?, limits: WorkerLimits) {
        self.process = process
        self.residentBytes = residentBytes
        self.openDescriptors = openDescriptors
        self.limits = limits
    }

    /// Looks at a process.
    init(process: Int32?, limits: WorkerLimits) {
        let facts = process.map(ProcessFacts.of)
        self.init(
            process: process, residentBytes: facts?.residentBytes, openDescriptors: facts?.openDescriptors,
            limits: limits)
    }
}

extension WorkerReport {
    /// The report as the operators' API shows it.
    var value: Value {
        [
            "process": process.map { .integer(Int64($0)) } ?? .null,
            "resident": residentBytes.map { .integer(Int64($0)) } ?? .null,
            "descriptors": openDescriptors.map { .integer(Int64($0)) } ?? .null,
            "memory": .integer(Int64(limits.memory)), "hang": .text(limits.hang.inWords),
        ]
    }
}

extension WorkerEvidence {
    /// What is known of a process that has ended, as the operators' API shows it.
    var value: Value {
        var (code, signal) = (Value.null, Value.null)
        switch end {
        case .code(let number)?: code = .integer(Int64(number))
        case .signal(let number)?: signal = .integer(Int64(number))
        case nil: break
        }
        return [
            "process": .integer(Int64(process)), "began": .text("\(began.toTheMillisecond)"),
            "ended": .text("\(ended.toTheMillisecond)"), "code": code, "signal": signal, "because": .orNull(because),
            "lastLines": .texts(lastLines), "backtrace": .texts(backtrace),
        ]
    }
}
