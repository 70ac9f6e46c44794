// SPDX-License-Identifier: Apache-2.0
import Testing
import Typesetting
import TypesettingContract

@Suite struct FakeTypesetterTests {
    @Test(arguments: TypesettingContract.allCases)
    func theFakeKeepsTheContract(_ law: TypesettingContract) throws {
        #expect(try law.violations(of: FakeTypesetter()) == [])
    }
}

@Suite struct FaceNameTests {
    @Test func aNameIsReadAsItWasMade() throws {
        let name = FaceName(postScriptName: "Noto Sans (Bold)/2", digest: 0xAB)
        #expect(name.text == "NotoSansBold2.00000000000000ab")
        #expect(FaceName(name.text) == name)
        #expect(name.postScriptName == "NotoSansBold2")
    }

    @Test(arguments: ["", "中文", "()", String(repeating: "x", count: 500)])
    func whateverAFontIsCalledItsNameIsOne(_ text: String) {
        let name = FaceName(postScriptName: text, digest: .max)
        #expect(FaceName(name.text) == name)
    }

    @Test(arguments: [
        "", "Noto", "Noto.", ".0123456789abcdef", "Noto.0123456789abcde", "Noto.0123456789ABCDEF",
        "No to.0123456789abcdef", "No.to.0123456789abcdef",
        String(repeating: "N", count: 80) + ".0123456789abcdef",
    ])
    func whatIsNoNameIsRefused(_ text: String) {
        #expect(FaceName(text) == nil)
    }
}
