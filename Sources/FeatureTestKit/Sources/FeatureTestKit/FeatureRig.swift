// What a test holds of the rig that its feature runs in: the store, the clock, the log and the flags.
@_exported public import FeatureRig
