/// What is wrong with one advertisement of a post.
enum PostProblem: Error, Equatable {
    case address(String)
    case strength(Int)
    case tooLongAgo
    case tooLong(digits: Int)
    case digits
}

extension PostProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .address(let text): "address: \"\(text)\" is none such as C0:FF:EE:00:00:01"
        case .strength(let rssi): "rssi: \(rssi) is not between -128 and 20"
        case .tooLongAgo: "ago: more than 60s"
        case .tooLong(let digits):
            "data: has \(digits) digits; no advertisement has more than \(PieceMemory.mostBytes) bytes"
        case .digits: "data: is not made of pairs of hexadecimal digits"
        }
    }
}
