/// What is wrong with a capture, as data; `CaptureProblem+Wording` says it to people.
enum CaptureProblem: Error, Equatable {
    /// The system would not open or read it.
    case unreadable(errno: Int32)
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It is larger than what is read.
    case tooLarge(bytes: UInt64)
    /// It became shorter while it was replayed.
    case shrunk(from: UInt64, to: UInt64)
    /// It holds no byte.
    case empty
    /// It begins with something else.
    case notACapture
    /// It is of the kind that came after pcap.
    case pcapng
    /// It ends within the file's header.
    case headerCut(bytes: Int)
    /// It is btsnoop, and its version is not 1.
    case version(UInt32)
    /// It is pcap, and its version is not 2.4.
    case pcapVersion(UInt16, UInt16)
    /// It is btsnoop, and its packets are of a kind that is not read.
    case link(UInt32)
    /// It is pcap, and its packets are of a kind that is not read.
    case pcapLink(UInt32)
    /// It holds a header and nothing else.
    case noRecords
    /// One record is broken: its number from 1, and the byte of the file where it begins.
    case record(Int, at: UInt64, Fault)

    /// What is wrong with a record.
    enum Fault: Equatable {
        /// The file ends within its header.
        case headerCut(left: Int, of: Int)
        /// The file ends within its packet.
        case packetCut(says: UInt32, left: Int)
        /// No packet is that long.
        case tooLong(says: UInt32, most: UInt32)
        /// The file's header says that no more than so much of a packet was kept.
        case beyondSnapLength(says: UInt32, most: UInt32)
        /// More was kept of the packet than there was.
        case moreThanOriginal(kept: UInt32, original: UInt32)
    }
}
