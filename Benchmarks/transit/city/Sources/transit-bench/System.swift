import Glibc

struct CannotWrite: Error { var path: String }

func write(_ text: String, to path: String) throws {
    guard let file = unsafe fopen(path, "w") else { throw CannotWrite(path: path) }
    unsafe fputs(text, file)
    unsafe fclose(file)
}

func exitWith(_ code: Int32) -> Never { exit(code) }
