public import FeatureKit
public import Testing

/// Checks that a type's Shape and its Codable describe the same data.
///
/// Values that fit the Shape, at all its edges, have to be the same after they are read and written; and the type may
/// ask for no key that its Shape does not declare.
public func expectShapeAgrees<T: Shaped>(_ type: T.Type, sourceLocation: SourceLocation = #_sourceLocation) {
    for disagreement in shapeDisagreements(type) {
        Issue.record("\(T.self): \(disagreement)", sourceLocation: sourceLocation)
    }
}
