# SPDX-License-Identifier: Apache-2.0
"""Inkstone beside its peers: the same job, whole processes, one after the other, as ratios."""
