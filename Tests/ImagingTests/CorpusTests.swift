// SPDX-License-Identifier: Apache-2.0
import Faults
import Imaging
import Testing

@Suite struct CorpusTests {
    /// Size and orientation are those that the corpus' own list tells (columns 5, 6 and 9).
    @Test func realPicturesAreReadAsTheirListSays() {
        var used = 0
        var large = 0
        for (path, row) in Fixture.corpusPictures where row.count > 9 {
            guard row[4] == "PNG" || row[4] == "JPEG", let file = Fixture.read(path) else {
                continue
            }
            // Kept for the optimised build: a megapixel takes a second without it.
            guard (Int(row[5]) ?? 0) * (Int(row[6]) ?? 0) < 3_000_000 || row[4] == "JPEG" else {
                large += 1
                continue
            }
            used += 1
            do throws(Fault) {
                let mark = try ImageFile.load(file)
                #expect(mark.widthPixels == Int(row[5]), "\(path)")
                #expect(mark.heightPixels == Int(row[6]), "\(path)")
                if let tag = Int(row[9]), (1...8).contains(tag) {
                    #expect(mark.orientation.rawValue == tag, "\(path)")
                }
                if !mark.diagnostics.isEmpty { print(path, mark.diagnostics) }
            } catch { Issue.record("\(path): \(error)") }
        }
        print("imaging: \(used) corpus files, \(large) left out as too large for this build")
    }
}
