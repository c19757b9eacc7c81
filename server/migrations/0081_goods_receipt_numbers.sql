-- «ут-5» and «УТ- 5» are one УПД. What was begun twice so far keeps its number, marked by its own id.
create function upd_number_key(number text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(number, '\s', '', 'g'));

update goods_receipts receipt set number = receipt.number || ' (' || receipt.id || ')'
where receipt.state <> 'cancelled' and exists (
  select from goods_receipts first
  where first.state <> 'cancelled' and first.id < receipt.id and first.source_id = receipt.source_id
    and upd_number_key(first.number) = upd_number_key(receipt.number)
    and extract(year from first.made_on) = extract(year from receipt.made_on));

drop index goods_receipts_number;
-- A supplier's numbers begin anew with the year.
create unique index goods_receipts_number
  on goods_receipts (source_id, upd_number_key(number), (extract(year from made_on)))
  where state <> 'cancelled';
