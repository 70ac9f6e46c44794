// SPDX-License-Identifier: Apache-2.0

extension QRCode {
    /// The code as an SVG with its quiet zone.
    ///
    /// One module is one unit; the size is the page's to choose. Black on white whatever the theme, as readers want it.
    public var svg: String {
        let side = width + 2 * Self.quietModules
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
            <path fill="#000" d="\(path)"/></svg>
            """
    }

    /// Each run of dark modules in a row as a rectangle.
    private var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while isDark(row, column) { column += 1 }
                if column > start {
                    let length = column - start
                    path += "M\(start + Self.quietModules) \(row + Self.quietModules)"
                    path += "h\(length)v1h-\(length)z"
                }
                column += 1
            }
        }
        return path
    }
}
