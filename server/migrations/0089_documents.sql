-- The register of a company's documents: of each kind the newest first, by the day that stands on them.
create index invoices_day on invoices
  (contractor_id, ((issued_at at time zone 'Europe/Moscow')::date) desc, id desc);
create index claims_day on claims
  (contractor_id, ((created_at at time zone 'Europe/Moscow')::date) desc, id desc);
create index shipments_day on shipments (contractor_id, shipped_on desc, id desc);
create index corrections_day on corrections (contractor_id, made_on desc, id desc);
-- The same columns began these.
drop index shipments_contractor;
drop index corrections_contractor;
-- A number is looked up from its tail, as those of shipments and claims are.
create index invoices_number_tail on invoices (reverse(number) text_pattern_ops);
create index corrections_number_tail on corrections (reverse(number) text_pattern_ops);
