@_spi(Hosting) internal import FeatureKit
internal import Glibc
internal import HostSystem

/// Writes lines to a descriptor that others may share, so that it is left in the mode in which it was found.
struct LogOutput {
    /// What is written at once: no more than a pipe takes without waiting once it says that it can be written.
    private static let chunk = 4096

    private let newLine = UInt8(ascii: "\n")
    private let descriptor: Int32
    /// Readable once the end has come, when waiting is bounded by `deadline`.
    private let end: Descriptor
    private let deadline: @Sendable () -> Duration?
    /// Whether the last thing written breaks off inside a line.
    private var isMidLine = false

    init(descriptor: Int32, end: Descriptor, deadline: @escaping @Sendable () -> Duration?) {
        self.descriptor = descriptor
        self.end = end
        self.deadline = deadline
    }

    /// Writes whole lines.
    ///
    /// - Returns: how many of them are lost because of an error, or because the deadline came first.
    mutating func write(_ lines: [UInt8]) -> Int {
        let ending = isMidLine ? [newLine] : []
        let bytes = ending + lines
        var written = 0
        while written < bytes.count {
            guard waitForRoom(), let count = try? write(bytes[written...].prefix(Self.chunk)) else {
                return bytes[max(written, ending.count)...].count { $0 == newLine }
            }
            written += count
            if count > 0 { isMidLine = bytes[written - 1] != newLine }
        }
        return 0
    }

    /// Nothing is written where it would have to wait after all, because somebody else was quicker.
    private func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        do {
            return try SystemError.check {
                unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
        } catch {
            guard error.code == EAGAIN else { throw error }
            return 0
        }
    }

    /// Waits until something can be written or an error found; false when the deadline came first.
    private func waitForRoom() -> Bool {
        while true {
            let rest = deadline().map { max(.zero, $0 - SystemClock().uptime) }
            var polls = [
                pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: rest == nil ? end.number : -1, events: Int16(POLLIN), revents: 0),
            ]
            let limit = rest.map { Int32(clamping: Int64($0 / .milliseconds(1)) + 1) } ?? -1
            let count = try? SystemError.check { unsafe poll(&polls, nfds_t(polls.count), limit) }
            if count == 0 { return false }
            if count == nil || polls[0].revents != 0 { return true }
        }
    }
}
