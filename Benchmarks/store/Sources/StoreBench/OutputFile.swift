import Glibc

/// What the bench leaves behind.
enum OutputFile {
    static func write(_ text: String, to path: String) throws {
        guard let file = unsafe fopen(path, "w") else { throw BenchError.unreadable(path) }
        unsafe fputs(text, file)
        unsafe fclose(file)
    }
}
