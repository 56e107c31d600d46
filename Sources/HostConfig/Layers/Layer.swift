/// Which of the documents' layers something belongs to, the weakest first.
package enum Layer: String, Sendable, Hashable, CaseIterable {
    case local
    case remote
    case retained
}
