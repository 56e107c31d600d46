internal import Glibc

extension Descriptor {
    /// Writes all of the bytes, in as many pieces as it takes.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try SystemError.check {
                unsafe bytes[written...].withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            }
        }
    }
}
