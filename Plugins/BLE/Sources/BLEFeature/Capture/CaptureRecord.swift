/// One packet of a capture.
struct CaptureRecord: Equatable {
    /// From 1.
    let number: Int
    /// What the recorder says of the packet, as far as the format has room for it.
    let flags: UInt32
    /// Since 1970, on the recorder's clock, which may have been set while it recorded.
    let microseconds: Int64
    let packet: ArraySlice<UInt8>
}

/// What stands before each packet of a capture.
struct RecordHead: Equatable {
    /// How many bytes of the packet the file has.
    let kept: UInt32
    /// How many bytes it had.
    let original: UInt32
    let flags: UInt32
    let microseconds: Int64
}
