/// What people are told in.
enum Language: String, Codable, CaseIterable, Sendable {
    case es, en, ca
}
