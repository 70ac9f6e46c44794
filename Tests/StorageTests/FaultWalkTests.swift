// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Storage
import Synchronization
import Testing

@testable import SaveProbe

/// Every system call of the save path fails, one after the other.
@Suite struct FaultWalkTests {
    /// What is saved and on what kind of file system.
    enum Path: String, CaseIterable, Sendable {
        case replacing, replacingWithoutNameless, replacingWithoutExchange
        case replacingByReading, creating, creatingWithoutNameless

        var missing: Set<FileCall> {
            switch self {
            case .replacing, .creating: []
            case .replacingWithoutNameless, .creatingWithoutNameless: [.openNameless]
            case .replacingWithoutExchange: [.exchange]
            case .replacingByReading: [.copyRange]
            }
        }
        var creates: Bool { [.creating, .creatingWithoutNameless].contains(self) }
    }

    /// How a call fails.
    struct Failure: Sendable, CustomStringConvertible {
        var number: Int32
        /// From then on all calls fail, as when a disk is pulled out.
        var forEver: Bool
        var description: String { "errno \(number)\(forEver ? " for ever" : "")" }
    }

    static let failures =
        [EIO, ENOSPC, EDQUOT, EACCES, EROFS, EINTR].map { Failure(number: $0, forEver: false) }
        + [EIO, ENOSPC, EACCES].map { Failure(number: $0, forEver: true) }

    private static let bytes = (old: someBytes(20_000), delta: someBytes(5000, seed: 2))
    private var old: [UInt8] { Self.bytes.old }
    private var delta: [UInt8] { Self.bytes.delta }

    @Test(arguments: Path.allCases, failures)
    func wheneverACallFailsThePathHoldsOneWholeFile(path: Path, failure: Failure) throws {
        var number = 1
        while try fails(path, failure, at: number) { number += 1 }
        #expect(number > 20)
    }

    /// One save with the call of that number failing.
    ///
    /// - Returns: whether there was such a call.
    private func fails(_ path: Path, _ failure: Failure, at failing: Int) throws -> Bool {
        let folder = try Playground()
        folder.write(old, to: "file")
        let place = path.creates ? "new" : "file"
        let hit = Mutex<FileCall?>(nil)
        let files = InterceptedFiles(before: { (number, call) throws(SystemError) in
            if path.missing.contains(call) { throw SystemError(EOPNOTSUPP) }
            guard number == failing || (failure.forEver && number > failing) else { return }
            hit.withLock { hit in hit = hit ?? call }
            throw SystemError(failure.number)
        })
        var fault: Fault?
        do throws(Fault) {
            let file = try OpenedFile.open(folder["file"])
            let content = SaveContent(base: file, appending: delta)
            if path.creates {
                _ = try SafeReplace.create(
                    folder["new"],
                    with: content,
                    replacing: false,
                    isCancelled: { false },
                    through: files,
                    swept: SweptFolders()
                ) { _ in }
            } else {
                try append(delta, to: file, through: files)
            }
        } catch { fault = error }
        guard let call = hit.withLock({ $0 }) else {
            #expect(fault == nil)
            #expect(folder.content(place) == old + delta)
            // A call that this file system lacks cannot fail in another way.
            return failing <= files.calls
        }

        let context: Comment = "\(path), \(failure), call \(failing) (\(call)): \(fault ?? .none)"
        judge(fault, failure, call, path, context)
        try SafeReplace.sweep(folder: folder.path)
        let found = folder.content(place)
        let before = path.creates ? nil : old
        if fault == nil {
            #expect(found == old + delta, context)
        } else if failure.forEver || confirmsARename(path, call) {
            #expect(found == before || found == old + delta, context)
        } else {
            #expect(found == before, context)
        }
        #expect(folder.content("file") != nil, context)
        #expect(folder.names.allSatisfy { ["file", place].contains($0) }, context)
        return true
    }

    /// A rename over the original cannot be taken back when the folder then cannot be synced.
    private func confirmsARename(_ path: Path, _ call: FileCall) -> Bool {
        path == .replacingWithoutExchange && call == .sync
    }

    private func judge(
        _ fault: Fault?,
        _ failure: Failure,
        _ call: FileCall,
        _ path: Path,
        _ context: Comment
    ) {
        if failure.number == EINTR { #expect(fault == nil, context) }
        guard let fault else { return }
        // What fails while the new file is checked is a failed check, whatever the reason.
        var expected: Set<FaultCode> = [.saveFailed]
        switch failure.number {
        case ENOSPC, EDQUOT: expected.insert(.insufficientStorage)
        case EACCES, EROFS: expected.insert(.permissionDenied)
        default: break
        }
        if path.creates && call == .open { expected.insert(.readFailed) }
        if path.creates && call == .statusOfDescriptor { expected.insert(.readFailed) }
        #expect(expected.contains(fault.code), context)
        #expect(fault.place.file != nil, context)
    }
}
