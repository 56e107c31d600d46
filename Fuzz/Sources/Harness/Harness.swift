import CFuzzer

/// Lets libFuzzer call something with one input after another, as the arguments of the process say.
public func fuzz(_ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    return LLVMFuzzerRunDriver(&count, &arguments, body)
}

/// Reports a finding.
public func require(_ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) {
    if !condition { fatalError("line \(line): \(what())") }
}
