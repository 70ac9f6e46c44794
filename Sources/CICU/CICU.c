// SPDX-License-Identifier: Apache-2.0
#include "CICU.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

struct icu_paragraph {
    UBiDi *whole;
};

icu_paragraph *icu_paragraph_open(const uint16_t *text, int32_t length) {
    icu_paragraph *paragraph = malloc(sizeof *paragraph);
    if (!paragraph) return NULL;
    UErrorCode error = U_ZERO_ERROR;
    paragraph->whole = ubidi_open();
    if (paragraph->whole)
        ubidi_setPara(
            paragraph->whole, (const UChar *)text, length, UBIDI_DEFAULT_LTR, NULL, &error);
    if (!paragraph->whole || U_FAILURE(error)) {
        icu_paragraph_close(paragraph);
        return NULL;
    }
    return paragraph;
}

int32_t icu_paragraph_is_right_to_left(const icu_paragraph *paragraph) {
    return ubidi_getParaLevel(paragraph->whole) & 1;
}

void icu_paragraph_levels(icu_paragraph *paragraph, uint8_t *levels, int32_t length) {
    UErrorCode error = U_ZERO_ERROR;
    const UBiDiLevel *found = length > 0 ? ubidi_getLevels(paragraph->whole, &error) : NULL;
    if (found && U_SUCCESS(error))
        memcpy(levels, found, (size_t)length);
    else
        memset(levels, 0, (size_t)length);
}

int32_t icu_line_runs(
    const icu_paragraph *paragraph,
    int32_t start,
    int32_t limit,
    icu_run *runs,
    int32_t capacity) {
    UErrorCode error = U_ZERO_ERROR;
    UBiDi *line = ubidi_open();
    if (!line) return -1;
    ubidi_setLine(paragraph->whole, start, limit, line, &error);
    int32_t count = ubidi_countRuns(line, &error);
    if (U_FAILURE(error) || count > capacity) count = -1;
    for (int32_t index = 0; index < count; index++) {
        UBiDiDirection direction =
            ubidi_getVisualRun(line, index, &runs[index].start, &runs[index].count);
        runs[index].start += start;
        runs[index].is_right_to_left = direction == UBIDI_RTL;
    }
    ubidi_close(line);
    return count;
}

void icu_paragraph_close(icu_paragraph *paragraph) {
    if (paragraph->whole) ubidi_close(paragraph->whole);
    free(paragraph);
}

static int32_t mark(
    UBreakIteratorType type, const uint16_t *text, int32_t length, uint8_t *marks) {
    UErrorCode error = U_ZERO_ERROR;
    // The root locale: where a line may break must not depend on who asks.
    UBreakIterator *breaks = ubrk_open(type, "", (const UChar *)text, length, &error);
    if (!breaks || U_FAILURE(error)) return -1;
    memset(marks, 0, (size_t)length);
    for (int32_t place = ubrk_first(breaks); place != UBRK_DONE; place = ubrk_next(breaks))
        if (place < length) marks[place] = 1;
    ubrk_close(breaks);
    return 0;
}

int32_t icu_character_starts(const uint16_t *text, int32_t length, uint8_t *marks) {
    return mark(UBRK_CHARACTER, text, length, marks);
}

int32_t icu_line_starts(const uint16_t *text, int32_t length, uint8_t *marks) {
    return mark(UBRK_LINE, text, length, marks);
}

int32_t icu_script(uint32_t scalar) {
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript((UChar32)scalar, &error);
    return U_SUCCESS(error) ? script : USCRIPT_COMMON;
}

int32_t icu_script_is_shared(int32_t script) {
    return script == USCRIPT_COMMON || script == USCRIPT_INHERITED || script == USCRIPT_UNKNOWN;
}

const char *icu_script_tag(int32_t script) { return uscript_getShortName((UScriptCode)script); }

const char *icu_script_name(int32_t script) { return uscript_getName((UScriptCode)script); }

int32_t icu_is_ignorable(uint32_t scalar) {
    return u_hasBinaryProperty((UChar32)scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

int32_t icu_is_breaking_space(uint32_t scalar) {
    // Those that keep words together are no place for a break, and stay at the end of a line.
    if (scalar == 0xA0 || scalar == 0x2007 || scalar == 0x202F) return 0;
    return u_isUWhiteSpace((UChar32)scalar);
}
