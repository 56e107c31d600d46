/// Where a feature runs.
package enum RunMode: String, Sendable, CaseIterable, Decodable {
    /// In the host.
    case host
    /// In a process of its own.
    case worker

    /// As it is written, which is how it is told too.
    package var word: String { rawValue }
}
