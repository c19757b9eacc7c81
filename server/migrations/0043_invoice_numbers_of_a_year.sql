-- A seller's numbers begin anew with the year (Moscow's): the first invoice of the next one must not meet the last year's.
alter table invoices drop constraint invoices_seller_id_number_key;
create unique index invoices_number
  on invoices (seller_id, number, (extract(year from issued_at at time zone 'Europe/Moscow')));
