-- Its place is taken by month_document_corrected_once. Returns are found by the document that they correct.
drop index month_document_corrections;
