-- A letter names its company in its link where the reader acts for several. The letters of the version before have none.
alter table letter add column about_company bigint;
