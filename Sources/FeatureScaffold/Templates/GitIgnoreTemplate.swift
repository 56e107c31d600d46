extension FeatureTemplate {
    /// `.gitignore`; in a checkout the one of the checkout counts.
    var gitignore: String {
        """
        .build/
        .flagstand/

        """
    }
}
