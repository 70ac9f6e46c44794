// SPDX-License-Identifier: Apache-2.0
internal import CFuzzDriver
internal import FuzzTargets
internal import Glibc

/// Hands libFuzzer's inputs to the target that INKSTONE_FUZZ_TARGET names.
///
/// The arguments are libFuzzer's own; the name is not among them, as it starts itself again with the same ones.
@main struct InkstoneFuzz {
    static let target: FuzzTarget = {
        let name = unsafe getenv("INKSTONE_FUZZ_TARGET").map { unsafe String(cString: $0) }
        guard let target = name.flatMap(FuzzTarget.init(rawValue:)) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
            print("INKSTONE_FUZZ_TARGET must be one of \(names).")
            exit(64)
        }
        return target
    }()

    static func main() {
        _ = target
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            unsafe CommandLine.unsafeArgv
        let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            unsafe InkstoneFuzz.target.run(Array(UnsafeBufferPointer(start: start, count: count)))
            return 0
        }
        exit(status)
    }
}
