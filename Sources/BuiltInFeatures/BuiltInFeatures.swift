// Empty: this target depends on the built-in features' libraries, so that a build makes them. The host itself links none.
