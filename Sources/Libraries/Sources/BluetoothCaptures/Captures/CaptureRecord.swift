/// One packet of a capture.
public struct CaptureRecord: Sendable, Equatable {
    /// Its number, from 1.
    public let number: Int
    /// What the recorder says of the packet, where the format has room for it.
    public let flags: UInt32
    /// Microseconds since 1970 on the recorder's clock, which may have been set while it recorded.
    public let microseconds: Int64
    /// The bytes that were kept.
    public let packet: ArraySlice<UInt8>

    /// Puts a record together.
    public init(number: Int, flags: UInt32, microseconds: Int64, packet: ArraySlice<UInt8>) {
        (self.number, self.flags, self.microseconds, self.packet) = (number, flags, microseconds, packet)
    }
}

/// What stands before each packet of a capture.
struct RecordHeader: Equatable {
    /// How many bytes of the packet the file has.
    let kept: UInt32
    /// How many bytes the packet had.
    let original: UInt32
    let flags: UInt32
    let microseconds: Int64
}
