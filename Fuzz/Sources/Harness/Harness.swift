import CFuzzer
import Glibc

/// Lets libFuzzer call something with one input after another, as the arguments of the process say.
public func fuzz(_ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    return LLVMFuzzerRunDriver(&count, &arguments, body)
}

/// Reports a finding where a condition does not hold.
public func require(_ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) {
    if !condition { report("line \(line): \(what())") }
}

/// What has to be there before anything can be tried.
public func needed<Result>(_ what: String, _ body: () throws -> Result?) -> Result {
    do { if let result = try body() { return result } } catch { report("\(what): \(error)") }
    report("there is no \(what)")
}

/// Ends the process, so that libFuzzer keeps the input.
public func report(_ what: String) -> Never {
    let line = Array("Finding: \(what)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
}
