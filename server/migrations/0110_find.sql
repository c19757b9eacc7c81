-- What is found by a part of a number, from the command palette: each kind by an index of its own, and by it alone.
-- Of everybody's, by the end of the number; of an own company's, where row-level security lets no such index be used,
-- its numbers are read through, the newest first.
drop index shipments_number_tail;
create index shipments_number_tail on shipments (reverse(number) text_pattern_ops) include (number, id);
create index shipments_upd_tail on shipments (reverse(external_number) text_pattern_ops) include (external_number, id)
  where external_number is not null;
create index shipments_numbers on shipments (contractor_id, id desc) include (number, external_number, consignee_id);
drop index invoices_number_tail;
create index invoices_number_tail on invoices (reverse(number) text_pattern_ops) include (number, id);
create index invoices_numbers on invoices (contractor_id, id desc) include (number);

create index contractors_inn_tail on contractors (reverse(inn) text_pattern_ops);
create index contractors_phone_tail on contractors (reverse(phone) text_pattern_ops) where phone <> '';
create index users_phone_tail on users (reverse(phone) text_pattern_ops) where phone is not null;
create index consignees_phone_tail on consignees (reverse(phone) text_pattern_ops) where phone <> '';
