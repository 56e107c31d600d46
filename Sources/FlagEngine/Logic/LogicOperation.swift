/// The operations of JsonLogic.
enum LogicOperation: UInt8, BitwiseCopyable, Sendable {
    case variable
}
