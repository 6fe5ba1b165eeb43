-- Its place is taken by month_document_valid_once.
drop index month_document_once;
