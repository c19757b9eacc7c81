-- «Довоз» was billed by the document of the first shipment: nothing moves by the second, so it is no movement.
create or replace view settlement_movements with (security_invoker = on) as
  select 'shipment' as kind, 0 as place, id, contractor_id, contract_id, number, shipped_on as day,
    total_kop as debit_kop, 0::bigint as credit_kop
  from shipments where cancelled_at is null and total_kop > 0
  union all
  select 'correction', 1, id, contractor_id, contract_id, number, made_on, 0::bigint, sum_kop from corrections
  union all
  select case when undoes_id is null then 'payment' else 'payment_undo' end, 2, id, contractor_id, contract_id, number,
    paid_on, 0::bigint, sum_kop
  from payments;
