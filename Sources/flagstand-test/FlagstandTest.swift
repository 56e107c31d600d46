internal import FeatureProof

/// Proves one feature in a process of its own; `flagstand test` and hosts start it.
@main
struct FlagstandTest {
    static func main() {}
}
