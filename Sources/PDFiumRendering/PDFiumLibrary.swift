// SPDX-License-Identifier: Apache-2.0
internal import CPDFium
package import Faults
internal import Glibc
internal import Operations

/// PDFium, loaded while the program runs.
package enum PDFiumLibrary {
    /// The variable that names another library.
    private static let variable = "INKSTONE_PDFIUM"
    private static let name = "libpdfium.so"

    /// Loads the library; to be called before the walls go up.
    ///
    /// It is looked for where `INKSTONE_PDFIUM` says, beside the program, in `../lib/inkstone/` from
    /// there, in the checkout that the program was built in, and where the system looks.
    ///
    /// - Returns: nil, or why there is no library.
    package static func load() -> Fault? {
        var causes: [String] = []
        for path in candidates() {
            guard let cause = unsafe pdfium_load(path) else {
                pdfium_keep_memory()
                FPDF_InitLibrary()
                return nil
            }
            unsafe causes.append(String(cString: cause))
        }
        return Fault(
            .notFound,
            "The library \(name), which draws pages, is missing. Run script/bootstrap, or give its "
                + "path in \(variable).",
            cause: causes.joined(separator: "; ")
        )
    }

    private static func candidates() -> [String] {
        if let named = unsafe getenv(variable), unsafe named.pointee != 0 {
            return unsafe [String(cString: named)]
        }
        var paths: [String] = []
        if let folder = RunningProgram.folder {
            paths = ["\(folder)/\(name)", "\(folder)/../lib/inkstone/\(name)"]
        }
        unsafe paths.append(String(cString: pdfium_development_path))
        // What is not there need not be tried, and would only lengthen the cause.
        return paths.filter { unsafe access($0, R_OK) == 0 } + [name]
    }
}
