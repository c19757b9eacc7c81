-- What moves settlements, one row a document: debits are what the buyer has come to owe. Rows are seen by whoever sees
-- the documents themselves.
create view settlement_movements with (security_invoker = on) as
  select 'shipment' as kind, 0 as place, id, contractor_id, contract_id, number, shipped_on as day,
    total_kop as debit_kop, 0::bigint as credit_kop
  from shipments where cancelled_at is null
  union all
  select 'correction', 1, id, contractor_id, contract_id, number, made_on, 0::bigint, sum_kop from corrections
  union all
  select 'payment', 2, id, contractor_id, contract_id, number, paid_on, 0::bigint, sum_kop from payments;
create index corrections_contractor on corrections (contractor_id, made_on desc);
