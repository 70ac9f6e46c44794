// SPDX-License-Identifier: Apache-2.0
// ICU names its functions by its version through macros, which Swift does not see.
#pragma once
#include <stdint.h>

/// The directions of a paragraph (Unicode Standard Annex 9).
typedef struct icu_paragraph icu_paragraph;

/// Neighbours on a line that run in one direction.
typedef struct {
    int32_t start;
    int32_t count;
    int32_t is_right_to_left;
} icu_run;

/// Finds the directions; NULL without memory. The text is UTF-16 and must outlive the paragraph.
icu_paragraph *icu_paragraph_open(const uint16_t *text, int32_t length);

/// Whether the paragraph as a whole runs from right to left.
int32_t icu_paragraph_is_right_to_left(const icu_paragraph *paragraph);

/// Writes the embedding level of each unit.
void icu_paragraph_levels(icu_paragraph *paragraph, uint8_t *levels, int32_t length);

/// The runs of a line from left to right as seen, at most `capacity` of them; their number, or -1.
int32_t icu_line_runs(
    const icu_paragraph *paragraph,
    int32_t start,
    int32_t limit,
    icu_run *runs,
    int32_t capacity);

void icu_paragraph_close(icu_paragraph *paragraph);

/// Marks with 1 where a character as people see it begins (annex 29); 0 when it worked.
int32_t icu_character_starts(const uint16_t *text, int32_t length, uint8_t *marks);

/// Marks with 1 before which unit a line may begin (annex 14, and for Thai and its neighbours the
/// words of a dictionary); 0 when it worked.
int32_t icu_line_starts(const uint16_t *text, int32_t length, uint8_t *marks);

/// The script of a character (annex 24), by ICU's number.
int32_t icu_script(uint32_t scalar);

/// 1 where characters of any script may use it.
int32_t icu_script_is_shared(int32_t script);

/// The four letters of ISO 15924.
const char *icu_script_tag(int32_t script);

/// The English name.
const char *icu_script_name(int32_t script);

/// 1 for a character that shows nothing by itself.
int32_t icu_is_ignorable(uint32_t scalar);

/// 1 for white space at which a line may break.
int32_t icu_is_breaking_space(uint32_t scalar);
