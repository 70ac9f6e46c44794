// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing

@Suite struct FaultTableTests {
    @Test(arguments: FaultCode.allCases)
    func everyCodeHasAnExitStatusAndAnHTTPStatus(code: FaultCode) {
        #expect((1...130).contains(code.exitStatus))
        #expect(code.httpStatus == 207 || (400...599).contains(code.httpStatus))
    }

    @Test func aFaultNamesItsPlaceAndCause() {
        let fault = Fault(
            .invalidDocument,
            "The cross-reference is broken.",
            at: Place(object: "12 0", byteOffset: 34, pageIndex: 4),
            cause: "why"
        )
        #expect(
            fault.inFile("a.pdf").description
                == "The cross-reference is broken. (a.pdf, page 5, object 12 0, byte 34): why"
        )
    }
}
