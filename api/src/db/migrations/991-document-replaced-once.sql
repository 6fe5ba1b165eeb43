-- Its place is taken by month_document_corrections.
drop index month_document_replaced_once;
