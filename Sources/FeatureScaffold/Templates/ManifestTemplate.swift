extension FeatureTemplate {
    /// `feature.yaml`.
    var manifest: String {
        """
        id: \(name.id)
        version: 0.1.0
        kit: "\(kit)"
        summary: Gives out a number of spaces, each for a while.
        stage: alpha
        topics:
          publishes: [\(name.id).spaces]
          watchable: [\(name.id).spaces]
        routes: [\(name.id).take]

        """
    }
}
