@_spi(Hosting) internal import FeatureKit
internal import FeatureScaffold
internal import Glibc
internal import HostRuntime
internal import HostSystem

/// `flagstand build`: builds a feature's package and packs what comes of it.
///
/// All packages share one scratch folder for each kit, so that the kit is compiled once on a machine.
enum BuildCommand {
    /// Builds, lays the library where hosts look for it in a package, and packs it.
    private static let script = """
        set -e
        package=$1 scratch=$2 way=$3 flagstand=$4
        name=$(sed -n 's/.*name: "\\([A-Za-z0-9_]*Feature\\)".*/\\1/p' "$package/Package.swift" | head -n 1)
        if [ -z "$name" ]; then
            echo "flagstand build: error: $package/Package.swift names no product <Name>Feature" >&2
            exit 1
        fi
        # The compiler is asked twice, for the module and for its files, and says each thing twice. What it says is told
        # once, at the end: first what the kit's macros say, since the rest follows from that as a rule.
        tidy() {
            first= rest= block= head= newline='
        '
            take() {
                case $first$rest in
                *"$block"*) ;;
                *) case $head in
                    *"(from macro "* | *"' is unavailable: "*) first=$first$block ;;
                    *) rest=$rest$block ;;
                    esac ;;
                esac
                block= head=
            }
            while IFS= read -r line; do
                case $line in
                *:[0-9]*:[0-9]*": error: "* | *:[0-9]*:[0-9]*": warning: "*)
                    take
                    head=$line block=$line$newline ;;
                "error: emit-module command failed with "* | "error: compile command failed with "*) take ;;
                "["* | "error: "* | "warning: "* | Build* | Test* | ✔* | ✘* | ◇*)
                    take
                    printf '%s\\n' "$line" ;;
                "") [ -n "$block" ] || echo ;;
                *) if [ -n "$block" ]; then block=$block$line$newline; else printf '%s\\n' "$line"; fi ;;
                esac
            done
            take
            printf '%s' "$first$rest"
        }
        exec 4>&1
        tidily() {
            status=$({ { "$@" 3>&- 4>&- || echo $? >&3; } | tidy >&4; } 3>&1)
            return ${status:-0}
        }
        # A cached plan does not notice another package in the same scratch folder.
        set -- --disable-build-manifest-caching --package-path "$package" --scratch-path "$scratch"
        tidily swift build "$@" -c "$way" --product "$name"
        if [ -n "$FLAGSTAND_BUILD_TESTS" ]; then tidily swift test "$@"; fi
        mkdir -p "$package/.build/$way"
        cp "$scratch/$way/lib$name.so" "$package/.build/$way/.lib$name.so.new"
        mv "$package/.build/$way/.lib$name.so.new" "$package/.build/$way/lib$name.so"
        exec "$flagstand" pack "$package"
        """

    static func run(_ arguments: Arguments) -> ExitCode {
        let package = Path.absolute(arguments.operands[0])
        guard unsafe access(Path.join(package, "Package.swift"), R_OK) == 0 else {
            return complain("\(package) holds no Package.swift")
        }
        guard let kit = Kit.shipped(with: Surroundings.program) else {
            return complain("there is no kit beside the program \(Surroundings.program)")
        }
        let environment = Surroundings.environment
        guard let scratch = scratch(of: kit, environment) else {
            return complain("HOME and XDG_CACHE_HOME are not set, so there is no place to build in")
        }
        var variables = environment
        variables["FLAGSTAND_KIT"] = environment["FLAGSTAND_KIT"] ?? kit.folder
        variables["FLAGSTAND_BUILD_TESTS"] = arguments.has(.swiftTests) ? "yes" : ""
        let way = arguments.has(.release) ? "release" : "debug"
        return replaceProcess(
            "/bin/sh", ["sh", "-c", script, "flagstand-build", package, scratch, way, Surroundings.program], variables)
    }

    /// One for each kit: packages built with another one would be compiled again each time.
    private static func scratch(of kit: Kit, _ environment: [String: String]) -> String? {
        let caches = environment["XDG_CACHE_HOME"] ?? environment["HOME"].map { Path.join($0, ".cache") }
        let name = "build-\(kit.version)-\(SHA256.hexDigest(of: Array(kit.folder.utf8)).prefix(12))"
        return caches.map { Path.join(Path.join($0, "flagstand"), name) }
    }

    /// Runs another program in this process, with signals as they are for everybody else; returns only where it can't.
    private static func replaceProcess(
        _ program: String, _ arguments: [String], _ environment: [String: String]
    ) -> ExitCode {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGPIPE, SIG_DFL)
        var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        unsafe execve(program, &words, &variables)
        return complain("\(program) can't be started: \(SystemError(code: errno))")
    }

    private static func complain(_ text: String) -> ExitCode {
        Output.error("flagstand build: error: \(text)\n")
        return .bad
    }
}
