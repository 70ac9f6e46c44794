// SPDX-License-Identifier: Apache-2.0

/// Which program a worker is.
///
/// There are two, because librsvg and all that it needs take 25 ms to load: a page would be drawn
/// in the same time.
package enum WorkerProgram: Sendable, CaseIterable {
    /// `inkstone-worker`: drawings, pictures and text.
    case converter
    /// `inkstone-renderer`: pages, by PDFium.
    case renderer

    /// Its name.
    package var name: String {
        switch self {
        case .converter: "inkstone-worker"
        case .renderer: "inkstone-renderer"
        }
    }

    /// The variable that names another place.
    package var variable: String {
        switch self {
        case .converter: "INKSTONE_WORKER"
        case .renderer: "INKSTONE_RENDERER"
        }
    }

    /// What it does, for a sentence.
    var purpose: String {
        switch self {
        case .converter: "reads SVG and JPEG files and sets text in fonts"
        case .renderer: "draws pages and reads their text"
        }
    }

    /// What it needs, by the names of packages.
    var needs: String {
        switch self {
        case .converter: "librsvg2-2, libjpeg62-turbo, libharfbuzz-subset0, libicu72, libseccomp2"
        case .renderer: "libpdfium, libjpeg62-turbo, libwebp7, libseccomp2"
        }
    }

    /// The address space that it may have.
    package var addressSpaceBytes: Int {
        switch self {
        case .converter: WorkerLimits.addressSpaceBytes
        case .renderer: WorkerLimits.rendererAddressSpaceBytes
        }
    }
}
