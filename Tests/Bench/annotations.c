// SPDX-License-Identifier: Apache-2.0
// MuPDF called directly: what every annotation of a file is, where and what it says.
//
//     annotations FILE
#include <mupdf/fitz.h>
#include <mupdf/pdf.h>
#include <stdio.h>

int main(int count, char **words) {
    if (count != 2) return 64;
    fz_context *context = fz_new_context(NULL, NULL, FZ_STORE_DEFAULT);
    fz_register_document_handlers(context);
    fz_try(context) {
        pdf_document *document = pdf_open_document(context, words[1]);
        const int pages = pdf_count_pages(context, document);
        for (int number = 0; number < pages; number++) {
            pdf_page *page = pdf_load_page(context, document, number);
            for (pdf_annot *each = pdf_first_annot(context, page); each;
                 each = pdf_next_annot(context, each)) {
                const fz_rect box = pdf_bound_annot(context, each);
                printf("%d %s %g %g %g %g %s\n", number + 1,
                       pdf_string_from_annot_type(context, pdf_annot_type(context, each)), box.x0,
                       box.y0, box.x1, box.y1, pdf_annot_contents(context, each));
            }
            fz_drop_page(context, (fz_page *)page);
        }
    }
    fz_catch(context) {
        fz_report_error(context);
        return 1;
    }
    return 0;
}
