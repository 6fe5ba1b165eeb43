-- The date that a paper bears: the last day of its month, not that of its publication. Null of one that was published by
-- hand, whose date nobody has told us, and of one that the version before publishes.
alter table month_document add column dated_on date;
update month_document document
set dated_on = ((closing.until_at - interval '1 millisecond') at time zone 'Europe/Moscow')::date
from month_closing closing
where closing.company_id = document.company_id and closing.month = document.month and document.kind is not null;
