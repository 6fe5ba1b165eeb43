-- A part for the rule that approves first orders (decision 210).
alter table programme_value
  drop constraint programme_value_part_check,
  add constraint programme_value_part_check
    check (part in ('name', 'requisites', 'accounts', 'vat', 'invoices', 'objections', 'approval')) not valid;
