/// What bounds expressions of JsonLogic and the values that they make.
enum LogicLimits {
    /// How deep operations may lie in one another; evaluating them goes as deep.
    static let deepestExpression = 64
    /// How deep lists and objects may lie in one another where they are compared, joined or hashed.
    static let deepestValue = 64
    /// How many bytes are read for one step.
    static let bytesOfStep = 64
    /// How many elements of a list are held against a value for one step.
    static let elementsOfStep = 16
}
