-- outside a transaction
-- An order may name a network once for plastic and once for virtual cards.
create unique index concurrently card_request_item_line on card_request_item (request_id, partner_id, is_virtual);
