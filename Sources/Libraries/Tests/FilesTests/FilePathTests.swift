import FeatureKit
import Files
import Testing

@Suite struct FilePathTests {
    @Test func aPathIsATextThatTheHostMakesAbsolute() throws {
        #expect(FilePath.shape == .path)
        let path: FilePath = "samples/lap.btsnoop"
        #expect(path.json == #""samples/lap.btsnoop""#)
        #expect(try Value.text("/srv/a").decoded(as: FilePath.self) == FilePath("/srv/a"))
    }
}
