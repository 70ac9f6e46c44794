// SPDX-License-Identifier: Apache-2.0
/**
 * The values of `Web/openapi.json` that the app handles.
 *
 * @typedef {object} Document
 * @property {string} id
 * @property {string} name
 * @property {number} bytes
 * @property {number | null} pages
 * @property {string} created
 * @property {string} modified
 * @property {boolean} encrypted
 * @property {boolean} locked a password is needed first
 * @property {string | null} deleted
 * @property {Position | null} position
 * @property {string} version
 * @property {boolean} edited
 *
 * @typedef {object} Position
 * @property {number} page counted from 1
 * @property {number} y how far down the page, of its height
 *
 * @typedef {object} Status
 * @property {string} version
 * @property {'open' | 'paired'} access
 * @property {boolean} letIn
 * @property {boolean} hasPassword
 * @property {boolean} secure
 * @property {number} uploadBytes
 *
 * @typedef {object} Info
 * @property {number} pages
 * @property {number} bytes
 * @property {[number, number] | null} size
 * @property {string | null} title
 * @property {string | null} author
 * @property {string | null} subject
 * @property {string | null} keywords
 * @property {string | null} creator
 * @property {string | null} producer
 * @property {string | null} created
 * @property {string | null} modified
 * @property {string} pdfVersion
 * @property {string | null} encryption
 * @property {{print: boolean, copy: boolean, modify: boolean, annotate: boolean, fill: boolean,
 *   assemble: boolean}} permissions
 * @property {{field: string, covers: boolean, certifies: boolean}[]} signatures
 * @property {number} revisions
 * @property {boolean} repaired
 *
 * @typedef {object} Pages
 * @property {string} version
 * @property {number} count
 * @property {[number, number, number][]} sizes [how many, width, height] for each run of equal pages
 * @property {string[] | null} labels
 *
 * @typedef {[number, number, number, number, number, number, number, number]} Quad
 *
 * @typedef {{text: string, quad: Quad, space: boolean}} Word
 *
 * @typedef {object} PageText
 * @property {boolean} mayCopy
 * @property {boolean} hasText
 * @property {{words: Word[]}[]} lines
 *
 * @typedef {object} Link
 * @property {Quad[]} quads
 * @property {number | null} page
 * @property {number[] | null} top
 * @property {string | null} url
 *
 * @typedef {object} OutlineItem
 * @property {string} title
 * @property {number | null} page
 * @property {number[] | null} top
 * @property {string | null} url
 * @property {boolean} open
 * @property {OutlineItem[]} items
 *
 * @typedef {object} Attachment
 * @property {string} id
 * @property {string} name
 * @property {number | null} bytes
 * @property {string | null} type
 * @property {string | null} description
 *
 * @typedef {object} Hit
 * @property {number} page
 * @property {Quad[]} quads
 * @property {string} before
 * @property {string} words
 * @property {string} after
 *
 * @typedef {object} Edits
 * @property {string} version
 * @property {string | null} undo
 * @property {string | null} redo
 * @property {boolean} dirty
 * @property {boolean} safe
 * @property {boolean} saving
 * @property {string} pagesVersion
 *
 * @typedef {{error: {code: string, message: string}}} Fault
 */
export {};
