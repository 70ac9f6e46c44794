// SPDX-License-Identifier: Apache-2.0
internal import CPDFium
internal import Operations
internal import Synchronization

/// Lets PDFium know which faces are installed without reading all fonts itself.
///
/// Whoever needs the list first makes it: a thread of its own that begins when the renderer is
/// ready, while the parent opens the document, or a page that was faster.
enum PDFiumFaces {
    private static let list = List()

    /// Tells PDFium, and begins to look.
    static func begin() {
        unsafe pdfium_know_faces { unsafe PDFiumFaces.list.pointer }
        OwnThread.start { unsafe _ = PDFiumFaces.list.pointer }
    }

    /// The list as C wants it, which lives as long as the process.
    @safe private final class List: @unchecked Sendable {
        private let made = Mutex<Made>(Made())

        @safe private struct Made: ~Copyable {
            var isThere = false
            var pointer: UnsafePointer<pdfium_faces>?
        }

        /// Nil when the names are better left to PDFium.
        var pointer: UnsafePointer<pdfium_faces>? {
            unsafe made.withLock { made in
                if !made.isThere {
                    made.isThere = true
                    unsafe made.pointer = Self.make(InstalledFaces())
                }
                return unsafe made.pointer
            }
        }

        private static func make(_ faces: InstalledFaces) -> UnsafePointer<pdfium_faces>? {
            guard faces.areCertain else { return nil }
            let names = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(
                capacity: faces.names.count
            )
            for (index, name) in faces.names.enumerated() {
                let letters = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.count + 1)
                _ = unsafe letters.initialize(from: name.map { CChar($0) } + [0])
                unsafe names.initializeElement(at: index, to: UnsafePointer(letters.baseAddress))
            }
            let list = UnsafeMutablePointer<pdfium_faces>.allocate(capacity: 1)
            unsafe list.initialize(
                to: pdfium_faces(
                    names: UnsafePointer(names.baseAddress),
                    count: names.count,
                    has_standard: faces.resembleStandardFonts ? 1 : 0
                )
            )
            return unsafe UnsafePointer(list)
        }
    }
}
