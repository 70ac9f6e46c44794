// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Takes jumps to lost pages out of links, outline items and actions (ISO 32000-2, 12.3.2 and
/// 12.6.4.2), and lets those that count pages name them instead.
struct JumpCleaning {
    let document: Document
    let destinations: Destinations
    let fate: PageFate

    /// A chain of actions; viewers stop sooner.
    private static let chainLimit = 64

    /// The destination as it may stay; `nil` when its page is lost.
    func cleaned(destination: COSObject) throws(Fault) -> COSObject? {
        guard let target = try destinations.target(of: destination) else { return destination }
        guard fate.stays(target) else { return nil }
        guard case .index = target, let page = fate.page(target) else { return destination }
        return try naming(page, in: destination)
    }

    /// A destination that counts pages, with the page in its place.
    private func naming(_ page: ObjectID, in destination: COSObject) throws(Fault) -> COSObject {
        let object = try document.resolve(destination)
        if var array = object.array, !array.isEmpty {
            array[0] = .reference(page)
            return .array(array)
        }
        if case .dictionary(var dictionary) = object {
            if let inner = dictionary["D"], try document.resolve(inner).array != nil {
                dictionary["D"] = try naming(page, in: inner)
            }
            return .dictionary(dictionary)
        }
        return destination
    }

    /// The action as it may stay; where a jump is lost, what was to follow it comes first.
    func cleaned(action: COSObject, depth: Int = 0) throws(Fault) -> COSObject? {
        guard depth < Self.chainLimit,
            case .dictionary(var dictionary) = try document.resolve(action)
        else { return action }
        var isChanged = false
        if let next = dictionary["Next"] {
            let cleanedNext = try cleaned(next: next, depth: depth + 1)
            if cleanedNext != next {
                dictionary["Next"] = cleanedNext
                isChanged = true
            }
        }
        if try document.value("S", in: dictionary).name == "GoTo", let jump = dictionary["D"] {
            guard let kept = try cleaned(destination: jump) else {
                return try dictionary["Next"].flatMap { next throws(Fault) in
                    try leading(next)
                }
            }
            if kept != jump {
                dictionary["D"] = kept
                isChanged = true
            }
        }
        return isChanged ? .dictionary(dictionary) : action
    }

    /// What followed an action, as an action of its own: the first leads the others.
    private func leading(_ next: COSObject) throws(Fault) -> COSObject? {
        guard let actions = try document.resolve(next).array else { return next }
        guard let first = actions.first,
            case .dictionary(var leader) = try document.resolve(first)
        else { return nil }
        if leader["Next"] == nil, actions.count > 1 {
            leader["Next"] = .array(Array(actions.dropFirst()))
        }
        return .dictionary(leader)
    }

    private func cleaned(next: COSObject, depth: Int) throws(Fault) -> COSObject? {
        guard let actions = try document.resolve(next).array else {
            return try cleaned(action: next, depth: depth)
        }
        var kept: [COSObject] = []
        for action in actions.prefix(Self.chainLimit) {
            // Branches of branches would multiply; only a chain is followed to its end.
            let depth = actions.count > 1 ? max(depth, Self.chainLimit - 2) : depth
            if let action = try cleaned(action: action, depth: depth) { kept.append(action) }
        }
        if kept == actions { return next }
        return kept.isEmpty ? nil : .array(kept)
    }

    /// Takes lost jumps out of an annotation, a field or an outline item.
    ///
    /// - Returns: whether anything was changed.
    func clean(_ dictionary: inout COSDictionary) throws(Fault) -> Bool {
        var isChanged = false
        if let destination = dictionary["Dest"] {
            let kept = try cleaned(destination: destination)
            if kept != destination {
                dictionary["Dest"] = kept
                isChanged = true
            }
        }
        if let action = dictionary["A"] {
            let kept = try cleaned(action: action)
            if kept != action {
                dictionary["A"] = kept
                isChanged = true
            }
        }
        if var actions = try document.value("AA", in: dictionary).dictionary {
            let before = actions
            for entry in before.entries {
                actions[entry.key] = try cleaned(action: entry.value)
            }
            if actions != before {
                dictionary["AA"] = .dictionary(actions)
                isChanged = true
            }
        }
        return isChanged
    }
}
