// SPDX-License-Identifier: Apache-2.0

/// Where an outline item or a link leads: a destination or an action (ISO 32000-2, 12.3.2 and
/// 12.6), told and never followed.
public enum JumpTarget: Sendable, Hashable {
    /// A page of this document.
    case page(PageDestination)
    /// A page that is not in this document; with the name by which it was looked for, if it had
    /// one.
    case missing(name: String?)
    /// Another document (GoToR, GoToE).
    case remote(RemoteDestination)
    /// An address (URI).
    case address(LinkAddress)
    /// What a viewer does by a name, such as NextPage (12.6.4.12).
    case named(String)
    /// An action of another kind, such as Launch or JavaScript, by the name of the kind alone.
    case other(String)
}

/// A place in another document (ISO 32000-2, 12.6.4.3 and 12.6.4.4).
public struct RemoteDestination: Sendable, Hashable {
    /// The file as it is named; `nil` for one that is embedded in this one.
    public var file: String?
    /// The embedded file that holds the place, where the document says one.
    public var embeddedFile: String?
    /// The page, counted from 0; `nil` when it is named or unknown.
    public var pageIndex: Int?
    /// The named destination there.
    public var name: String?

    /// A place in another document.
    public init(
        file: String?,
        embeddedFile: String? = nil,
        pageIndex: Int? = nil,
        name: String? = nil
    ) {
        self.file = file
        self.embeddedFile = embeddedFile
        self.pageIndex = pageIndex
        self.name = name
    }
}
