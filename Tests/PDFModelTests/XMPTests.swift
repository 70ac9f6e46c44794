// SPDX-License-Identifier: Apache-2.0
import Faults
import PDFSyntax
import Testing

@testable import PDFModel

@Suite struct XMPTests {
    private static let open = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- a remark -->
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        """
    private static let close = "</rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>"
    private static let full =
        open + """
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
             xmlns:p="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
             p:Producer="A &amp; B" xmp:CreateDate='2026-01-31T12:00:00+08:00'>
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">合同 &lt;1&gt;</rdf:li>
            <rdf:li xml:lang="de">Vertrag</rdf:li></rdf:Alt></dc:title>
            <dc:creator><rdf:Seq><rdf:li>Li Lei</rdf:li><rdf:li>Han</rdf:li></rdf:Seq></dc:creator>
            <xmp:CreatorTool><![CDATA[T & T]]></xmp:CreatorTool>
            <xmp:Other>kept &#x674E;</xmp:Other>
            </rdf:Description>
            """ + close

    private func document(_ packet: String, info: String = "") throws -> Document {
        var file = FileBuilder.onePage(catalog: "/Metadata 6 0 R")
        file.objects.append(FileBuilder.stream(packet, "/Type /Metadata /Subtype /XML"))
        file.objects.append("<< \(info) >>")
        file.trailer = "/Info 7 0 R"
        return try file.document
    }

    @Test func whatInfoLacksIsReadFromXMP() throws {
        let info = try DocumentInfo(try document(Self.full, info: "/Author (Someone)"))
        #expect(info.title == "合同 <1>")
        #expect(info.author == "Someone")
        #expect(info.producer == "A & B")
        #expect(info.creator == "T & T")
        #expect(info.created == "D:20260131120000+08'00")
        #expect(info.subject == nil && info.modified == nil)
        let alone = try DocumentInfo(try document(Self.full))
        #expect(alone.author == "Li Lei; Han")
    }

    @Test func aChangeOfInfoIsAChangeOfXMP() throws {
        var document = try document(Self.full, info: "/Title (Old) /Subject (Gone)")
        try document.setInfo([
            .title: "New & \"better\" <李>", .producer: "Inkstone", .keywords: "a, b",
            .created: "D:20260201", .subject: nil, .author: nil,
        ])
        let saved = try document.saved()
        let info = try DocumentInfo(saved)
        #expect(info.title == "New & \"better\" <李>")
        let packet = try #require(try saved.xmpPacket())
        #expect(packet.properties[.title]?.value == info.title)
        #expect(packet.properties[.producer]?.value == "Inkstone" && info.producer == "Inkstone")
        #expect(packet.properties[.keywords]?.value == "a, b" && info.keywords == "a, b")
        #expect(packet.properties[.created]?.value == "2026-02-01" && info.created == "D:20260201")
        #expect(packet.properties[.author] == nil && info.author == nil && info.subject == nil)
        let stream = try #require(try saved.object(ObjectID(6)).stream)
        let text = String(decoding: try saved.decodedBytes(of: stream).bytes, as: UTF8.self)
        #expect(text.contains("<xmp:Other>kept &#x674E;</xmp:Other>"))
        #expect(text.hasPrefix("<?xpacket begin=") && text.hasSuffix("<?xpacket end=\"w\"?>"))
    }

    @Test func aDocumentWithoutInfoGetsOne() throws {
        var document = try FileBuilder.onePage().document
        try document.setInfo([.title: "Contract"])
        #expect(try DocumentInfo(try document.saved()).title == "Contract")
    }

    @Test(arguments: [
        "", "no xml", "<a>", "<a></b>", "<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", "<a b='&unknown;'/>",
        "<a b=c/>", "<rdf:RDF", "<a>&#xD800;</a>", "<a/>",
    ])
    func whatIsNoPacketIsLeftAlone(text: String) throws {
        #expect(XMPPacket(Array(text.utf8)) == nil)
        var document = try document(text, info: "/Title (Old)")
        try document.setInfo([.title: "New"])
        #expect(document.overlay[6] == nil)
        #expect(try DocumentInfo(document).title == "New")
    }

    @Test func nestingIsBounded() {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(XMPPacket(Array(deep.utf8)) == nil)
        let cut = Array(Self.full.utf8)
        for count in 0..<cut.count - 30 { #expect(XMPPacket(Array(cut.prefix(count))) == nil) }
    }
}
