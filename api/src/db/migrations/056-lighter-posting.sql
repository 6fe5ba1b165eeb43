-- Rows that a posting writes by the thousand name companies and people that nothing may delete (no role is granted to):
-- as the ledger's own tables, they hold no foreign keys, which would cost as much as the rows themselves. Whose they are
-- is said by the session, and the wall of the batch refuses another company's.
alter table distribution drop constraint distribution_company_id_fkey, drop constraint distribution_author_id_fkey;
alter table idempotent_request drop constraint idempotent_request_user_id_fkey;
