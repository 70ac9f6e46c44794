// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Operations
internal import Workbench

/// The verb `inkstone decrypt`.
struct DecryptVerb: Verb {
    static var name: String { "decrypt" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Write a file anew without its encryption.",
        options: [
            .passwordFile, .output, .inPlace, .password, .force, .json, .progress,
        ],
        notes: [
            "The owner's password is needed. Earlier revisions are left out, and digital "
                + "signatures are valid no longer, so a signed file is refused unless --force is "
                + "given."
        ],
        examples: [
            .init("decrypt locked.pdf --password-file own.txt -o open.pdf", "Unlock a file")
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        try NewFileCall(workbench, arguments, .pdfDecrypt, past: "decrypted").run {
            document throws(Fault) in try workbench.decrypting(document)
        }
    }
}
