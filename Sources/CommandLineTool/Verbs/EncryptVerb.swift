// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Operations
internal import PDFSyntax
internal import Workbench

extension ArgumentOption {
    static let userPassword = ArgumentOption(
        "--user-password",
        .value("PW"),
        "What opens the new file; without it everybody can open it. Others on this machine can see "
            + "it while the program runs; prefer --user-password-file."
    )
    static let userPasswordFile = ArgumentOption(
        "--user-password-file",
        .value("F"),
        "Read the new user's password from the first line of F."
    )
    static let ownerPassword = ArgumentOption(
        "--owner-password",
        .value("PW"),
        "What lifts all restrictions of the new file. Others on this machine can see it while the "
            + "program runs; prefer --owner-password-file."
    )
    static let ownerPasswordFile = ArgumentOption(
        "--owner-password-file",
        .value("F"),
        "Read the new owner's password from the first line of F."
    )
    static let allow = ArgumentOption(
        "--allow",
        .value("LIST"),
        "What the user's password permits: none, all (the default), or some of print, "
            + "printHighQuality, copy, modify, annotate, fill, assemble."
    )
}

/// The verb `inkstone encrypt`.
struct EncryptVerb: Verb {
    static var name: String { "encrypt" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Write a file anew, encrypted with AES-256.",
        options: [
            .userPasswordFile, .ownerPasswordFile, .allow, .output, .inPlace, .userPassword,
            .ownerPassword, .force, .json, .progress, .password, .passwordFile,
        ],
        notes: [
            "The owner's password is needed. The permissions are kept by programs of good will; "
                + "only the user's password keeps a document from being read. A file that is "
                + "encrypted already is encrypted anew, for which its owner's password is needed "
                + "(--password-file).",
            "Earlier revisions are left out, and digital signatures are valid no longer, so a "
                + "signed file is refused unless --force is given.",
        ],
        examples: [
            .init(
                "encrypt contract.pdf --user-password-file open.txt --owner-password-file own.txt "
                    + "-o locked.pdf",
                "Lock a file"
            ),
            .init(
                "encrypt contract.pdf --owner-password-file own.txt --allow print,fill -o form.pdf",
                "Let everybody read, print and fill in"
            ),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard let owner = try arguments.password(.ownerPassword, .ownerPasswordFile) else {
            throw Fault(.usage, "Give the new owner's password: --owner-password-file F.")
        }
        let protection = Protection(
            user: try arguments.password(.userPassword, .userPasswordFile) ?? .empty,
            owner: owner,
            permissions: try permissions()
        )
        return try NewFileCall(workbench, arguments, .pdfEncrypt, past: "encrypted").run {
            document throws(Fault) in try workbench.encrypting(document, protection)
        }
    }

    private func permissions() throws(Fault) -> DocumentPermissions {
        switch arguments[.allow] {
        case nil, "all": return .all
        // Reading aloud is never forbidden (table 22, bit 10).
        case "none": return .accessibility
        case let list?:
            var found: DocumentPermissions = .accessibility
            for word in list.split(separator: ",", omittingEmptySubsequences: false) {
                guard let named = DocumentPermissions.named.first(where: { $0.name == word }) else {
                    throw Fault(
                        .usage,
                        "--allow knows no \"\(word)\"; it takes none, all, or some of "
                            + DocumentPermissions.named.map(\.name).joined(separator: ", ") + "."
                    )
                }
                found.insert(named.permission)
                if named.permission == .printHighQuality { found.insert(.print) }
            }
            return found
        }
    }
}
