internal import Glibc

/// A capture that can't be replayed, for the reader of the log: which file, where, and what to do.
struct CaptureError: Error, Equatable, CustomStringConvertible {
    let path: String
    let problem: CaptureProblem

    var description: String { "\(path): error: \(problem.words)" }
}

extension CaptureProblem {
    fileprivate var words: String {
        switch self {
        case .unreadable(ENOENT): "there is no such file; name a btsnoop or pcap capture in the setting `captures`"
        case .unreadable(let code): "can't be read: \(unsafe String(cString: strerror(code)))"
        case .notAFile: "is not a file; name a btsnoop or pcap capture in the setting `captures`"
        case .tooLarge(let bytes):
            "has \(bytes) bytes; captures of more than \(CaptureFile.largestFile) bytes are not read, cut it into parts"
        case .shrunk(let before, let now): "had \(before) bytes, and ended after \(now) while it was replayed"
        case .empty: "is empty"
        case .notACapture: "is neither a btsnoop nor a pcap file; record one with `btmon -w`, or Android's HCI log"
        case .pcapng: "is a pcapng file; save it as pcap: `editcap -F pcap from.pcapng to.pcap`"
        case .headerCut(let bytes): "ends after \(bytes) bytes, within the file's header"
        case .version(let version): "is btsnoop version \(version); only version 1 is read"
        case .pcapVersion(let major, let minor): "is pcap version \(major).\(minor); only version 2.4 is read"
        case .link(let link): "has datalink \(link); only 1001 (HCI), 1002 (H4) and 2001 (monitor) are read"
        case .pcapLink(let link):
            "has link type \(link); only 201 (H4 with direction), 251 (LE link layer), 254 (monitor) and "
                + "256 (LE link layer with the radio's header) are read"
        case .noRecords: "holds no record"
        case .record(let number, let offset, let fault): "record \(number) at byte \(offset): \(fault.words)"
        }
    }
}

extension CaptureProblem.Fault {
    fileprivate var words: String {
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
