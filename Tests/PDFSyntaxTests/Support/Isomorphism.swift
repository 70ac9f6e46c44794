// SPDX-License-Identifier: Apache-2.0
import Faults
import PDFSyntax

/// Compares what can be reached in two documents, object numbers aside.
struct Isomorphism {
    let first: Document
    let second: Document
    private var partner: [Int: Int] = [:]
    private var taken: Set<Int> = []
    private var pending: [(ObjectID, ObjectID)] = []

    init(_ first: Document, _ second: Document) {
        self.first = first
        self.second = second
    }

    /// The first difference in words; `nil` when the documents are the same.
    mutating func difference() throws(Fault) -> String? {
        for key in ["Root", "Info"] as [COSName] {
            let (a, b) = (first.trailer[key] ?? .null, second.trailer[key] ?? .null)
            guard let difference = try compare(a, b, "/\(key.latin1)") else { continue }
            return difference
        }
        while let (a, b) = pending.popLast() {
            let (left, right) = (try first.object(a), try second.object(b))
            if let difference = try compare(left, right, "\(a) = \(b)") { return difference }
        }
        return nil
    }

    private mutating func compare(
        _ a: COSObject,
        _ b: COSObject,
        _ path: String
    ) throws(Fault) -> String? {
        switch (a, b) {
        case (.reference(let left), .reference(let right)):
            if let known = partner[left.number] {
                return known == right.number ? nil : "\(path): \(left) has two partners"
            }
            guard taken.insert(right.number).inserted else { return "\(path): \(right) twice" }
            partner[left.number] = right.number
            pending.append((left, right))
            return nil
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return "\(path): arrays differ in length" }
            for index in left.indices {
                let inner = try compare(left[index], right[index], "\(path)[\(index)]")
                if let inner { return inner }
            }
            return nil
        case (.dictionary(let left), .dictionary(let right)):
            return try compare(left, right, path)
        case (.stream(let left), .stream(let right)):
            guard try first.encodedBytes(of: left) == second.encodedBytes(of: right) else {
                return "\(path): the data of the stream differ"
            }
            var (mine, theirs) = (left.dictionary, right.dictionary)
            mine["Length"] = nil
            theirs["Length"] = nil
            return try compare(mine, theirs, path)
        default: return a == b ? nil : "\(path): \(a) is not \(b)"
        }
    }

    private mutating func compare(
        _ a: COSDictionary,
        _ b: COSDictionary,
        _ path: String
    ) throws(Fault) -> String? {
        let keys = Set(a.entries.map(\.key)).union(b.entries.map(\.key))
        for key in keys.sorted(by: { $0.latin1 < $1.latin1 }) {
            let inner = try compare(a[key] ?? .null, b[key] ?? .null, "\(path)\(key)")
            if let inner { return inner }
        }
        return nil
    }
}
