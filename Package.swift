// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// One storey of the house.
///
/// A target may use lower storeys only; `script/check-layers` compares the imports of every file
/// with its row here.
struct Layer {
    var rank: Int
    var targets: [(name: String, uses: [String])]
}

let houseSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
]

/// System libraries: each has one Swift owner.
let systemLibraries: [Target] = [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
        name: "CDeflate",
        pkgConfig: "libdeflate",
        providers: [.apt(["libdeflate-dev"])]
    ),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // The part of libcrypto that brings all its providers along.
    .systemLibrary(name: "CX509", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
        name: "CUtf8proc",
        // Its .pc file brings a flag that the package manager refuses; the module map links it.
        providers: [.apt(["libutf8proc-dev"])]
    ),
    // Its .pc file, too, brings a flag that the package manager refuses.
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(
        name: "CHarfBuzz",
        pkgConfig: "harfbuzz-subset",
        providers: [.apt(["libharfbuzz-dev"])]
    ),
    .systemLibrary(
        name: "CFontconfig",
        pkgConfig: "fontconfig",
        providers: [.apt(["libfontconfig-dev"])]
    ),
    .systemLibrary(
        name: "CSeccomp",
        pkgConfig: "libseccomp",
        providers: [.apt(["libseccomp-dev"])]
    ),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    // Its .pc file, too, brings a flag that the package manager refuses.
    .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
]

/// Small C shims for calls that Swift cannot make itself.
let shims: [Target] = [
    .target(name: "CSystem"),
    // libjpeg leaves its errors by longjmp, which must not cross a Swift frame.
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CSandbox"),
    // The heap of a program that runs for weeks.
    .target(name: "CServer"),
    // libmicrohttpd starts with variable arguments, which Swift cannot pass.
    .target(name: "CMicroHTTP", linkerSettings: [.linkedLibrary("microhttpd")]),
    // ICU names its functions by its version through macros, which Swift does not see.
    .target(name: "CICU", linkerSettings: [.linkedLibrary("icuuc")]),
    // Descriptors over sockets, and memory that two processes share.
    .target(name: "CSharing"),
    // PDFium is loaded while the renderer runs; a build in a checkout knows where its own lies.
    .target(
        name: "CPDFium",
        cSettings: [
            .define(
                "PDFIUM_DEVELOPMENT_PATH",
                to: "\"\(Context.packageDirectory)/.venv/lib/python3.11/site-packages/"
                    + "pypdfium2_raw/libpdfium.so\""
            )
        ]
    ),
    // The processor's AES instructions, which Swift has no words for.
    .target(name: "CAES"),
]

let layers: [Layer] = [
    Layer(rank: 0, targets: (systemLibraries + shims).map { ($0.name, []) }),
    Layer(rank: 1, targets: [("Faults", []), ("Geometry", []), ("JSON", [])]),
    Layer(
        rank: 2,
        targets: [
            ("ByteSource", ["Faults"]),
            ("Deflate", ["Faults", "CZlib", "CDeflate"]),
            ("Cryptography", ["CCrypto", "CAES"]),
            ("UnicodeText", ["CUtf8proc"]),
            ("Operations", ["Faults"]),
            ("Ink", ["Geometry"]),
            ("Typesetting", ["Faults"]),
            ("QRCode", ["CQREncode"]),
        ]
    ),
    Layer(
        rank: 3,
        targets: [
            (
                "PDFSyntax",
                ["Faults", "ByteSource", "Deflate", "Cryptography", "UnicodeText"]
            ),
            ("Imaging", ["Faults", "Geometry", "Deflate"]),
            ("Certificates", ["Cryptography", "CX509"]),
            ("WebExchange", ["ByteSource", "Operations", "Faults"]),
            ("Storage", ["Faults", "ByteSource", "Cryptography", "CSystem"]),
            ("Vault", ["Faults", "CSodium"]),
        ]
    ),
    Layer(
        rank: 4,
        targets: [
            (
                "PDFModel",
                [
                    "PDFSyntax", "Imaging", "Geometry", "Ink", "Typesetting", "Faults",
                    "ByteSource",
                    // Equal fonts and images of merged files are told by their digests.
                    "Cryptography",
                ]
            ),
            (
                "Rendering",
                [
                    "Imaging", "Storage", "UnicodeText", "Geometry", "ByteSource", "Operations",
                    "Faults",
                ]
            ),
        ]
    ),
    Layer(
        rank: 5,
        targets: [
            (
                "Workers",
                [
                    "Rendering", "Imaging", "Typesetting", "Geometry", "ByteSource", "Operations",
                    "Faults", "CSharing",
                ]
            ),
            (
                "Editing",
                [
                    "PDFModel", "PDFSyntax", "Geometry", "Ink", "Faults", "ByteSource",
                    "Cryptography",
                ]
            ),
            ("DocumentLibrary", ["Storage", "UnicodeText", "Cryptography", "Faults", "CSQLite"]),
            (
                "MicroHTTPServer",
                ["WebExchange", "ByteSource", "Operations", "Faults", "CMicroHTTP"]
            ),
        ]
    ),
    Layer(
        rank: 6,
        targets: [
            (
                "Workbench",
                [
                    "PDFModel", "PDFSyntax", "Storage", "Imaging", "Geometry", "Ink", "Faults",
                    "Cryptography", "ByteSource", "JSON", "Operations", "Rendering", "Editing",
                    "Typesetting",
                ]
            )
        ]
    ),
    Layer(
        rank: 7,
        targets: [
            (
                "WebAPI",
                [
                    "Workbench", "DocumentLibrary", "Editing", "PDFModel", "PDFSyntax", "Rendering",
                    "Vault", "Storage", "WebExchange", "QRCode", "Geometry", "JSON", "Operations",
                    "Cryptography", "Deflate", "ByteSource", "Faults",
                ]
            ),
            (
                "CommandLineTool",
                [
                    "Workbench", "PDFModel", "PDFSyntax", "ByteSource", "Geometry", "Ink", "JSON",
                    "Operations", "Rendering", "Faults",
                ]
            ),
        ]
    ),
    Layer(
        rank: 8,
        targets: [
            ("SVGConversion", ["Faults", "CRsvg"]),
            ("FontShaping", ["Typesetting", "Faults", "CHarfBuzz", "CFontconfig", "CICU"]),
            (
                "PictureCoding",
                ["Workers", "Rendering", "Imaging", "Geometry", "Faults", "CJPEG", "CWebP"]
            ),
            (
                "PDFiumRendering",
                ["Workers", "Rendering", "Geometry", "Operations", "Faults", "CPDFium"]
            ),
            ("Sandbox", ["Workers", "CSeccomp", "CSandbox"]),
            (
                "ServerTool",
                [
                    "WebAPI", "CommandLineTool", "Workbench", "DocumentLibrary", "MicroHTTPServer",
                    "WebExchange", "QRCode", "Certificates", "Cryptography", "Rendering", "Storage",
                    "JSON", "Operations", "ByteSource", "Faults", "CServer",
                ]
            ),
        ]
    ),
]

/// Executables wire and exit.
///
/// Only `inkstone-worker` links the adapters of rank 8.
let executables: [(name: String, uses: [String], linker: [LinkerSetting])] = [
    (
        "inkstone", ["CommandLineTool", "Workbench", "Rendering", "Workers", "Faults"],
        // A static program starts in about 1 ms; with the dynamic loader it takes three times that.
        [.unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))]
    ),
    (
        "inkstone-server",
        [
            "ServerTool", "CommandLineTool", "DocumentLibrary", "Workbench", "Rendering", "Workers",
            "Faults",
        ], []
    ),
    (
        "inkstone-worker",
        ["Workers", "Sandbox", "SVGConversion", "FontShaping", "PictureCoding", "Faults"], []
    ),
    (
        "inkstone-renderer",
        ["Workers", "Sandbox", "PDFiumRendering", "PictureCoding", "Faults"],
        // Half of its start is saved when Swift's own libraries need not be found and bound.
        [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))]
    ),
]

/// Programs that tests start; they are in no product.
let testPrograms: [(name: String, uses: [String])] = [
    ("SaveProbe", ["Storage", "Faults"]),
    ("EditProbe", ["Workbench", "Editing", "PDFModel", "Storage", "Geometry", "Ink", "Faults"]),
    ("PictureProbe", ["Workbench", "Workers", "Rendering", "Storage", "Faults"]),
]

/// Libraries that only tests and fuzzing use; they are in no product.
let testLibraries: [(name: String, uses: [String])] = [
    (
        "FuzzTargets",
        [
            "PDFModel", "PDFSyntax", "Rendering", "Workers", "Typesetting", "Geometry", "Deflate",
            "ByteSource", "Faults",
        ]
    ),
    ("SeededNumbers", []),
    // The fake renderer, and the laws that it and the real one keep.
    ("RenderingContract", ["Rendering", "ByteSource", "Geometry", "Operations", "Faults"]),
    // The fake typesetter, and the laws that it and the real one keep.
    ("TypesettingContract", ["Typesetting", "Faults"]),
]

/// Test targets and what each may import beside its own module.
let tests: [(name: String, uses: [String])] = [
    ("FaultsTests", ["Faults"]),
    ("DeflateTests", ["SeededNumbers", "Deflate", "Faults"]),
    ("CryptographyTests", ["Cryptography"]),
    ("CertificatesTests", ["Certificates", "Cryptography"]),
    ("UnicodeTextTests", ["SeededNumbers", "UnicodeText"]),
    ("QRCodeTests", ["QRCode"]),
    (
        "MicroHTTPServerTests",
        [
            "MicroHTTPServer", "WebExchange", "Certificates", "ByteSource", "Operations", "Faults",
        ]
    ),
    (
        "WorkbenchTests",
        [
            "SeededNumbers", "Rendering", "RenderingContract", "Workbench", "PDFModel", "PDFSyntax",
            "Imaging", "Geometry", "Ink",
            "ByteSource", "Operations", "Faults",
        ]
    ),
    (
        "CommandLineToolTests",
        ["CommandLineTool", "Workbench", "Operations", "Geometry", "JSON", "Faults"]
    ),
    ("ImagingTests", ["SeededNumbers", "Imaging", "Deflate", "Geometry", "Faults"]),
    ("PDFiumRenderingTests", ["PDFiumRendering"]),
    (
        "PictureCodingTests",
        ["PictureCoding", "Workers", "Rendering", "Imaging", "Geometry", "Faults"]
    ),
    ("FontShapingTests", ["FontShaping", "Typesetting", "Faults"]),
    (
        "WebAPITests",
        [
            "WebAPI", "WebExchange", "Workbench", "Rendering", "Geometry", "JSON", "ByteSource",
            "Operations", "Faults",
        ]
    ),
    ("GeometryTests", ["SeededNumbers", "Geometry"]),
    ("StorageTests", ["SeededNumbers", "Storage", "SaveProbe", "ByteSource", "Faults"]),
    ("VaultTests", ["SeededNumbers", "Vault", "Faults"]),
    (
        "DocumentLibraryTests",
        ["SeededNumbers", "DocumentLibrary", "Storage", "SaveProbe", "Faults"]
    ),
    ("InkTests", ["SeededNumbers", "Ink", "Geometry"]),
    ("TypesettingTests", ["Typesetting", "TypesettingContract", "Faults"]),
    ("JSONTests", ["SeededNumbers", "JSON"]),
    (
        "PDFModelTests",
        [
            "SeededNumbers", "PDFModel", "PDFSyntax", "Geometry", "Imaging", "Ink", "Faults",
            "ByteSource", "Typesetting", "TypesettingContract",
        ]
    ),
    (
        "PDFSyntaxTests",
        ["SeededNumbers", "PDFSyntax", "FuzzTargets", "ByteSource", "Deflate", "Faults"]
    ),
    (
        "EditingTests",
        [
            "SeededNumbers", "Editing", "PDFModel", "PDFSyntax", "Geometry", "Ink", "ByteSource",
            "Faults", "TypesettingContract",
        ]
    ),
    (
        "RenderingTests",
        [
            "SeededNumbers", "Rendering", "RenderingContract", "UnicodeText", "Storage",
            "Operations", "ByteSource", "Geometry", "Faults",
        ]
    ),
    (
        "WorkersTests",
        [
            "SeededNumbers", "Workers", "Rendering", "RenderingContract", "Typesetting",
            "TypesettingContract", "ByteSource", "Operations", "Faults",
        ]
    ),
]

let rank = Dictionary(
    uniqueKeysWithValues: layers.flatMap { layer in layer.targets.map { ($0.name, layer.rank) } }
        + (testPrograms + testLibraries).map { ($0.name, 9) }
)

func dependencies(of name: String, at level: Int, using uses: [String]) -> [Target.Dependency] {
    uses.map { used in
        guard let below = rank[used] else {
            preconditionFailure("\(name) uses \(used), which is in no layer")
        }
        precondition(
            below < level,
            "\(name) (layer \(level)) may not use \(used) (layer \(below))"
        )
        return .byName(name: used)
    }
}

let house: [Target] = layers.filter { $0.rank > 0 }.flatMap { layer in
    layer.targets.map { row in
        .target(
            name: row.name,
            dependencies: dependencies(of: row.name, at: layer.rank, using: row.uses),
            swiftSettings: houseSettings
        )
    }
}

/// The fuzzer needs the sanitizer's own linker flags, so only `script/fuzz` asks for it.
let fuzzers: [Target] =
    Context.environment["INKSTONE_FUZZ"] == nil
    ? []
    : [
        .target(name: "CFuzzDriver", path: "Fuzz/CFuzzDriver"),
        .executableTarget(
            name: "inkstone-fuzz",
            dependencies: ["CFuzzDriver", "FuzzTargets"],
            path: "Fuzz/inkstone-fuzz",
            swiftSettings: houseSettings
        ),
    ]

let package = Package(
    name: "inkstone",
    products: [
        .library(name: "InkstonePDF", targets: ["Geometry", "Ink", "PDFModel", "Workbench"]),
        .executable(name: "inkstone", targets: ["inkstone"]),
        .executable(name: "inkstone-server", targets: ["inkstone-server"]),
        .executable(name: "inkstone-worker", targets: ["inkstone-worker"]),
        .executable(name: "inkstone-renderer", targets: ["inkstone-renderer"]),
    ],
    targets: systemLibraries + shims + house + fuzzers
        + executables.map { row in
            .executableTarget(
                name: row.name,
                dependencies: dependencies(of: row.name, at: 9, using: row.uses),
                swiftSettings: houseSettings,
                linkerSettings: row.linker
            )
        }
        + testPrograms.map { row in
            .executableTarget(
                name: row.name,
                dependencies: dependencies(of: row.name, at: 9, using: row.uses),
                path: "Tests/\(row.name)",
                swiftSettings: houseSettings
            )
        }
        + testLibraries.map { row in
            .target(
                name: row.name,
                dependencies: dependencies(of: row.name, at: 9, using: row.uses),
                path: "Tests/\(row.name)",
                swiftSettings: houseSettings
            )
        }
        + tests.map { row in
            .testTarget(
                name: row.name,
                dependencies: dependencies(of: row.name, at: 10, using: row.uses),
                exclude: row.name == "PDFSyntaxTests" ? ["Snapshots"] : [],
                swiftSettings: houseSettings
            )
        }
)
