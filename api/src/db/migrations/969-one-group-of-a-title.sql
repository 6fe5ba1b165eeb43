-- Two groups whose titles differ by case alone could be made at the same moment. The newer ones get a number.
set local role magistral_system;
do $$
declare
  doubled record;
  number int;
begin
  for doubled in
    select id, company_id, title from vehicle_group newer
    where exists (
      select from vehicle_group older
      where older.company_id = newer.company_id and lower(older.title) = lower(newer.title) and older.id < newer.id)
    order by id
  loop
    number := 2;
    while exists (
      select from vehicle_group taken
      where taken.company_id = doubled.company_id
        and lower(taken.title) = lower(left(doubled.title, 54) || ' (' || number || ')'))
    loop
      number := number + 1;
    end loop;
    update vehicle_group set title = left(doubled.title, 54) || ' (' || number || ')' where id = doubled.id;
  end loop;
end $$;
reset role;
create unique index vehicle_group_title on vehicle_group (company_id, lower(title));
