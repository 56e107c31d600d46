import FeatureProof
import Testing

@Suite struct ScenarioSuiteTests {}
