-- outside a transaction
-- Which movements of other cards may have moved the contract's money meanwhile (310).
create index concurrently network_command_moved on network_command (partner_id, begun_at) where kind in ('move-to-card', 'move-from-card');
