// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Geometry
internal import PDFModel
internal import PDFSyntax

/// A file of hostile bytes, asked for everything that a reader finds its way by.
struct FuzzedNavigation {
    /// A file of a few hundred bytes can name thousands of pages, each with its links.
    private static let mostPages = 200
    /// What is taken out of each attachment.
    private static let bytesOfAttachment = 1 << 20
    private static let mostAttachments = 20

    private let document: Document

    init?(_ bytes: [UInt8]) {
        guard let base = try? BaseFile(MemoryByteSource(bytes)) else { return nil }
        document = Document(base)
    }

    /// Reads outline, links, names, labels and attachments.
    func readAll() {
        if let navigation = try? Navigation(document) { read(navigation) }
        guard let files = try? document.attachments().files else { return }
        let names = Set(files.map { $0.fileName.lowercased() })
        law(names.count == files.count, "Two attachments have one name.")
        for file in files.prefix(Self.mostAttachments) {
            law(Self.isSafe(file.fileName), "The name of an attachment is not safe.")
            let bytes = try? document.bytes(of: file, limit: Self.bytesOfAttachment)
            law((bytes?.count ?? 0) <= Self.bytesOfAttachment, "More came out than the limit.")
        }
    }

    private func read(_ navigation: Navigation) {
        let count = navigation.pageCount
        if let outline = try? navigation.outline() {
            for (place, item) in outline.items.enumerated() {
                let depth = item.parent.map { outline.items[$0].depth + 1 } ?? 0
                law((item.parent ?? -1) < place, "An outline item stands before the one above it.")
                law(item.depth == depth, "The depth of an outline item is wrong.")
                check(item.target, count)
            }
        }
        for named in (try? navigation.namedDestinations()) ?? [] {
            check(named.destination.map(JumpTarget.page), count)
        }
        check((try? navigation.opening()) ?? nil, count)
        if let labels = navigation.pageLabels {
            law(labels.count == count, "Not every page has a label.")
            for index in 0..<min(count, Self.mostPages) {
                law(navigation.pageLabel(at: index) == labels[index], "A page has two labels.")
            }
        }
        let wanted = Array(0..<min(count, Self.mostPages))
        for page in (try? navigation.links(ofPages: wanted)) ?? [] {
            for link in page.links {
                law(link.rect.isFinite, "A link is nowhere.")
                law(!link.quads.isEmpty, "A link has no quad.")
                check(link.target, count)
            }
        }
    }

    private func check(_ target: JumpTarget?, _ count: Int) {
        switch target {
        case .page(let destination)?:
            law((0..<count).contains(destination.pageIndex), "A jump leads beyond the pages.")
            law(destination.x?.isFinite ?? true, "A jump leads nowhere.")
            law(destination.y?.isFinite ?? true, "A jump leads nowhere.")
            law(destination.rect?.isFinite ?? true, "A jump leads nowhere.")
        case .address(let address)?:
            let again = LinkAddress(address.text)
            law(again == address, "An address reads differently the second time.")
        default: break
        }
    }

    private static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255 && name.first != "."
            && !name.unicodeScalars.contains { $0.value < 32 || $0 == "/" || $0 == "\\" }
    }
}
