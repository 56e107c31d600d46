public import FeatureKit

/// A message that a phone shows though the app is not open.
public struct AppMessage: Sendable, Equatable {
    /// The line that is shown first.
    public var title: String
    /// The text.
    public var body: String
    /// What the app gets with it.
    public var data: [String: String] = [:]
    /// Until when it is worth being shown.
    public var expires: Timestamp
    /// Whether it wakes a phone at once.
    public var isUrgent = false
    /// Whether the app gets the data and nothing is shown, such as to take back what was shown.
    public var isSilent = false
    /// A message replaces one with the same key.
    public var collapseKey: String?

    /// A message.
    public init(title: String, body: String, expires: Timestamp) {
        (self.title, self.body, self.expires) = (title, body, expires)
    }
}
