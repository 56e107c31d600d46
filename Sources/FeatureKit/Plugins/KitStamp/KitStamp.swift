import Foundation
import PackagePlugin

/// Stamps a library with the kit and the compiler that it is built with.
///
/// A host reads the stamp from the file before it opens the library, because a library that was built against another
/// layout of the kit's types would corrupt memory without a word. See `stamp.sh` for what is written.
@main
struct KitStamp: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        // A target of any package may ask for the stamp; this file's own place tells where the kit lies.
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let kit = here.deletingLastPathComponent().deletingLastPathComponent()
        let script = here.appending(path: "stamp.sh")
        let version = kit.appending(path: "KIT_VERSION")
        // The tool lookup goes through the toolchain that builds the target, not through PATH.
        let compiler = try context.tool(named: "swiftc").url
        let output = context.pluginWorkDirectoryURL.appending(path: "KitBuild.swift")
        return [
            .buildCommand(
                displayName: "Stamping \(target.name)",
                executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, version.path, compiler.path, output.path],
                inputFiles: [script, version, compiler],
                outputFiles: [output])
        ]
    }
}
