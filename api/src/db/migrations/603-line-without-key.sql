-- A part that something refers to could never be detached. Nobody may delete a transfer (`only_grows`), and lines are
-- written from transfers alone.
alter table month_closing_line drop constraint month_closing_line_transfer_id_fkey;
