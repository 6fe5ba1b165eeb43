-- The first moment of a version of the framework agreement; null: the moment of its publication.
alter table terms_version add column begins_at timestamptz;
