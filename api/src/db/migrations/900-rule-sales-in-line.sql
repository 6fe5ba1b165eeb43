-- The sweep takes the oldest sales first, page by page: without it each page would sort all that wait.
create index rule_sale_in_line on rule_sale (operation_id);
