-- What has come to the sellers' accounts, as a bank or a person says it. Facts never change; how a document stands does.
create table bank_documents (
  id integer generated always as identity primary key,
  seller_id integer not null references sellers,
  number text not null,
  -- Of the payment order, and on which the money has come.
  day date not null,
  paid_on date not null,
  sum_kop bigint not null check (sum_kop > 0),
  payer text not null default '',
  payer_inn text not null default '',
  payer_account text not null default '',
  purpose text not null default '',
  -- Empty: typed by a person.
  file_name text not null default '',
  external_number text,
  state text not null default 'waiting' check (state in ('waiting', 'posted', 'aside')),
  wait_reason text check ((wait_reason is not null) = (state = 'waiting')),
  aside_reason text not null default '' check ((aside_reason <> '') = (state = 'aside')),
  version integer not null default 1,
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null default now()
);
-- A payer numbers his orders himself: one number of one day and sum is one payment, however often it is told of. Banks
-- differ in leading zeros.
create unique index bank_documents_once on bank_documents (seller_id, payer_inn, (ltrim(number, '0')), day, sum_kop);
create index bank_documents_paid on bank_documents (paid_on desc, id desc);
create index bank_documents_waiting on bank_documents (paid_on desc, id desc) where state = 'waiting';
create index bank_documents_aside on bank_documents (paid_on desc, id desc) where state = 'aside';
create index bank_documents_text on bank_documents
  using gin ((number || ' ' || payer || ' ' || payer_inn || ' ' || purpose) gin_trgm_ops);
call own_rows('bank_documents', 'false');

create function keep_bank_document() returns trigger language plpgsql as $$
begin
  if (new.seller_id, new.number, new.day, new.paid_on, new.sum_kop, new.payer, new.payer_inn, new.payer_account, new.purpose,
      new.file_name, new.external_number, new.actor_id, new.subject_id, new.created_at)
     is distinct from
     (old.seller_id, old.number, old.day, old.paid_on, old.sum_kop, old.payer, old.payer_inn, old.payer_account, old.purpose,
      old.file_name, old.external_number, old.actor_id, old.subject_id, old.created_at) then
    raise exception 'what a bank has said never changes' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger bank_documents_keep before update on bank_documents for each row execute function keep_bank_document();
create trigger bank_documents_stay before delete on bank_documents for each row execute function refuse_change();

-- The ledger: what a document has brought to each contract. Taken back by a row of the opposite sum and the same day, so
-- that every sum of the ledger stays a plain sum.
alter table payments
  drop column invoice_id,
  drop constraint payments_sum_kop_check,
  add column bank_document_id integer references bank_documents,
  add column undoes_id integer unique references payments,
  add column undo_reason text not null default '',
  add constraint payments_sum check (case when undoes_id is null then sum_kop > 0 else sum_kop < 0 end);
create index payments_bank_document on payments (bank_document_id);
create trigger payments_append_only before update or delete on payments for each row execute function refuse_change();

-- Of a payment's sum, what pays invoices by name; it goes with the payment.
create table payment_allocations (
  id integer generated always as identity primary key,
  payment_id integer not null references payments,
  contractor_id integer not null references contractors,
  invoice_id integer not null references invoices,
  sum_kop bigint not null check (sum_kop > 0),
  unique (payment_id, invoice_id)
);
create index payment_allocations_invoice on payment_allocations (invoice_id);
call own_rows('payment_allocations', 'contractor_id = current_owner()');
create trigger payment_allocations_append_only before update or delete on payment_allocations
  for each row execute function refuse_change();

-- What each invoice has got by name.
create view invoice_payments with (security_invoker = on) as
  select allocation.invoice_id, sum(allocation.sum_kop)::bigint as paid_kop
  from payment_allocations allocation
  where not exists (select from payments undone where undone.undoes_id = allocation.payment_id)
  group by allocation.invoice_id;
create index invoices_unpaid on invoices (contractor_id, pay_until) where status in ('unpaid', 'partly_paid');

create or replace view settlement_movements with (security_invoker = on) as
  select 'shipment' as kind, 0 as place, id, contractor_id, contract_id, number, shipped_on as day,
    total_kop as debit_kop, 0::bigint as credit_kop
  from shipments where cancelled_at is null
  union all
  select 'correction', 1, id, contractor_id, contract_id, number, made_on, 0::bigint, sum_kop from corrections
  union all
  select case when undoes_id is null then 'payment' else 'payment_undo' end, 2, id, contractor_id, contract_id, number,
    paid_on, 0::bigint, sum_kop
  from payments;
