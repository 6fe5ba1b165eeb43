-- A budget that is set today counts what the group's trucks have bought this month already.
insert into operation_allocation (company_id, operation_id, group_id, cost_centre, counted_at)
select operation.company_id, operation.id, vehicle.group_id, '', operation.created_at
from operation
  join card_on_vehicle riding on riding.company_id = operation.company_id and riding.card_id = operation.card_id
    and riding.until is null and riding.since <= operation.created_at
  join vehicle on vehicle.id = riding.vehicle_id and vehicle.company_id = operation.company_id
where operation.type_id = 11 and operation.created_at > now() - interval '31 days' and vehicle.group_id is not null
on conflict do nothing;
