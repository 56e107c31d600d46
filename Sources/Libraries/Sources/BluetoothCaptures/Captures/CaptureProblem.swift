/// Why a file is no capture that can be read.
public enum CaptureProblem: Error, Equatable, Sendable {
    case empty
    case notACapture
    case pcapng
    /// The file ends within its own header.
    case headerCut(bytes: Int)
    case btsnoopVersion(UInt32)
    case pcapVersion(UInt16, UInt16)
    case btsnoopLink(UInt32)
    case pcapLink(UInt32)
    case noRecords
    /// One record is broken: its number from 1, and the byte of the file where it begins.
    case record(Int, at: UInt64, Fault)

    /// What is wrong with a record.
    public enum Fault: Equatable, Sendable {
        case headerCut(left: Int, of: Int)
        case packetCut(says: UInt32, left: Int)
        /// No packet is that long.
        case tooLong(says: UInt32, most: UInt32)
        /// The file's header says that fewer bytes of each packet were kept.
        case beyondSnapLength(says: UInt32, most: UInt32)
        case moreThanOriginal(kept: UInt32, original: UInt32)
    }
}

extension CaptureProblem: CustomStringConvertible {
    /// The problem in words, as they follow a file's name.
    public var description: String {
        switch self {
        case .empty: "is empty"
        case .notACapture: "is neither a btsnoop nor a pcap file; record one with `btmon -w`, or Android's HCI log"
        case .pcapng: "is a pcapng file; save it as pcap: `editcap -F pcap from.pcapng to.pcap`"
        case .headerCut(let bytes): "ends after \(bytes) bytes, within the file's header"
        case .btsnoopVersion(let version): "is btsnoop version \(version); only version 1 is read"
        case .pcapVersion(let major, let minor): "is pcap version \(major).\(minor); only version 2.4 is read"
        case .btsnoopLink(let link):
            "has datalink \(link); only 1001 (HCI), 1002 (H4) and 2001 (monitor) are read"
        case .pcapLink(let link):
            "has link type \(link); only 201 (H4 with direction), 251 (LE link layer), 254 (monitor) and "
                + "256 (LE link layer with the radio's header) are read"
        case .noRecords: "has no record"
        case .record(let number, let offset, let fault): "record \(number) at byte \(offset): \(fault)"
        }
    }
}

extension CaptureProblem.Fault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .headerCut(let left, let length): "the file ends \(left) bytes into its header of \(length)"
        case .packetCut(let says, let left): "it says \(says) bytes, the file ends after \(left)"
        case .tooLong(let says, let most): "it says \(says) bytes, but no packet has more than \(most)"
        case .beyondSnapLength(let says, let most):
            "it says \(says) bytes, but the file's header says that at most \(most) of a packet were kept"
        case .moreThanOriginal(let kept, let original): "it says that \(kept) of \(original) bytes were kept"
        }
    }
}
