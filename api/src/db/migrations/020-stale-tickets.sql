-- Tickets live a minute and are thrown away by their age.
create index download_ticket_expires on download_ticket (expires_at);
