extension DurableFileProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        let previous = DurableFile.previous(of: path)
        switch effect {
        case .previousIsUsed: return "\(path): error: \(fault.inWords); \(previous) counts in its place\(placeInWords)"
        case .nothingCounts(nil): return "\(path): error: \(fault.inWords); \(stake.loss)\(placeInWords)"
        case .nothingCounts(let other?):
            return "\(path): error: \(fault.inWords), and \(previous): \(other.inWords); \(stake.loss)\(placeInWords)"
        case .onlyPrevious:
            return "\(previous): warning: \(fault.inWords); nothing is lost, \(stake.next) replaces it"
        }
    }

    private var placeInWords: String {
        switch (fault, keptAs.count) {
        case (_, 1...): ", it is kept as \(keptAs.joined(separator: " and "))"
        case (.missing, _): ""
        default: ", it stays where it is until \(stake.next)"
        }
    }
}

extension DurableFileProblem.Fault {
    /// What is wrong with the file.
    var inWords: String {
        switch self {
        case .missing: "is missing"
        case .unreadable(let message): message
        case .tooLarge(let most): "is larger than \(most / 1024 / 1024) MiB"
        case .seal(.empty): "is empty"
        case .seal(.brokenLine): "has a damaged first line"
        case .seal(.cutOff(let bytes, let all)): "is cut off after \(bytes) of \(all) bytes"
        case .seal(.damaged): "is damaged: its checksum is another one"
        case .unfit(let what): what
        }
    }
}
