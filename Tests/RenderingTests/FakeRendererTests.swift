// SPDX-License-Identifier: Apache-2.0
import Faults
import Rendering
import RenderingContract
import Testing

struct FakeRendererTests {
    @Test(arguments: RenderingContract.allCases)
    func theFakeKeepsTheContract(_ law: RenderingContract) throws {
        let fake = FakeRenderer([
            ContractDocument.version: ContractDocument.pages,
            ContractDocument.editedSource.version: ContractDocument.editedPages,
        ])
        #expect(try law.violations(of: fake) == [])
    }
}
