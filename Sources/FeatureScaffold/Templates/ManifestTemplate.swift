extension FeatureTemplate {
    /// `feature.yaml`.
    var manifest: String {
        """
        id: \(name.id)
        version: 0.1.0
        summary: \(isLong ? "Gives out a number of spaces, each for a while." : "Gives out a number of spaces.")
        stage: alpha

        """
    }
}
