-- Fuel is in the books under the moment of its sale, however late its network tells of it. Reports take their stretches by
-- created_at, which the indexes know, a truck's page and its sheet take sold_at: they agree because these are one moment.
alter table operation add constraint operation_sold_when_made check (sold_at = created_at) not valid;
