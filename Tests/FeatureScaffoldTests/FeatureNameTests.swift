import FeatureScaffold
import Testing

@Suite struct FeatureNameTests {}
