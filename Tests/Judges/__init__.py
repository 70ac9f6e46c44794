# SPDX-License-Identifier: Apache-2.0
"""Judges of what Inkstone writes, made of programs that Inkstone's authors did not write.

Each module holds one judge: `placement` (where a mark landed), `pixels` (what else changed),
`text`, `qpdf`, `signatures`, `prefix`. `file` puts one file before all of them. None of them
knows how Inkstone works inside; they see the command line and the files it leaves.
"""
