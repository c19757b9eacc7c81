-- Invoices, payments, ledger, reconciliation, credit holds.

-- Incoming payments as reported by a bank or a person. Facts never change; the state does.
create table bank_documents (
  id integer generated always as identity primary key,
  seller_id integer not null,
  number text not null,
  -- Date of the payment order and of the credit.
  day date not null,
  paid_on date not null,
  sum_kop bigint not null check (sum_kop > 0),
  payer text not null default '',
  payer_inn text not null default '',
  payer_account text not null default '',
  purpose text not null default '',
  -- Empty when typed by a person.
  file_name text not null default '',
  external_number text,
  state text not null default 'waiting' check (state in ('waiting', 'posted', 'aside')),
  wait_reason text,
  skip_reason text not null default '',
  version integer not null default 1,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null default now(),
  constraint bank_documents_check check ((wait_reason is not null) = (state = 'waiting')),
  constraint bank_documents_check1 check ((skip_reason <> '') = (state = 'aside'))
);
-- A payer's number of one day and sum is one payment, however often it is reported. Banks differ in leading zeros.
create unique index bank_documents_once on bank_documents (seller_id, payer_inn, ltrim(number, '0'), day, sum_kop);
create index bank_documents_paid on bank_documents (paid_on desc, id desc);
create index bank_documents_waiting on bank_documents (paid_on desc, id desc) where state = 'waiting';
create index bank_documents_aside on bank_documents (paid_on desc, id desc) where state = 'aside';
create index bank_documents_text on bank_documents using gin ((((((((number || ' ') || payer) || ' ') || payer_inn) || ' ') || purpose)) gin_trgm_ops);
call own_rows('bank_documents', 'false');

create table document_numbers (
  seller_id integer,
  kind text,
  year integer,
  last integer not null,
  primary key (seller_id, kind, year)
);

-- Started invoices of a person, kept for thirty days after the last change.
create table invoice_drafts (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  version integer not null default 1,
  actor_id integer not null,
  subject_id integer not null,
  changed_at timestamptz not null
);
create index invoice_drafts_own on invoice_drafts (subject_id, changed_at desc, id desc);
create index invoice_drafts_changed on invoice_drafts (changed_at);
call own_rows('invoice_drafts', 'contractor_id = current_owner()');

create table invoices (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null,
  contract_id integer not null,
  contractor_id integer not null,
  order_id integer,
  issued_at timestamptz not null default now(),
  pay_until date not null,
  total_kop bigint not null,
  vat_kop bigint not null,
  status text not null default 'unpaid' check (status in ('unpaid', 'partly_paid', 'paid', 'replaced', 'cancelled')),
  -- Printed invoice: requisites, lines, words, QR. Never recomputed.
  snapshot jsonb not null,
  replaced_by_id integer references invoices,
  external_id text,
  external_number text,
  -- Null for an invoice that the portal attached to a payment reminder.
  actor_id integer,
  subject_id integer,
  kind text not null default 'order' check (kind in ('order', 'advance', 'orders', 'shipments', 'goods')),
  -- Basis of the invoice, from which its replacement starts.
  asked jsonb,
  constraint invoices_order_of_kind check ((kind = 'order') = (order_id is not null))
);
create index invoices_order on invoices (order_id);
create index invoices_contractor on invoices (contractor_id, issued_at desc);
create unique index invoices_number on invoices (seller_id, number, EXTRACT(year from (issued_at AT TIME ZONE 'Europe/Moscow')));
create index invoices_unpaid on invoices (contractor_id, pay_until) where status in ('unpaid', 'partly_paid');
-- Register of documents: newest first by document day.
create index invoices_day on invoices (contractor_id, (((issued_at AT TIME ZONE 'Europe/Moscow'))::date) desc, id desc);
-- Searched by the end of the number, like shipments and claims.
create index invoices_number_tail on invoices (reverse(number) text_pattern_ops) include (number, id);
create index invoices_numbers on invoices (contractor_id, id desc) include (number);
call own_rows('invoices', 'contractor_id = current_owner()');

-- Addresses that an invoice was emailed to; outlives the email.
create table invoice_emails (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  contractor_id integer not null,
  mail_id integer,
  recipient text not null check (recipient <> ''),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index invoice_emails_invoice on invoice_emails (invoice_id, id desc);
create index invoice_emails_company on invoice_emails (contractor_id, created_at desc);
create index invoice_emails_mail on invoice_emails (mail_id);
call own_rows('invoice_emails', 'contractor_id = current_owner()');

-- Orders of an invoice with their sums, paid in this order.
create table invoice_orders (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  order_id integer not null,
  contractor_id integer not null,
  sum_kop bigint not null check (sum_kop > 0),
  -- Sum of the orders before it.
  before_kop bigint not null check (before_kop >= 0),
  -- Total of the order when the invoice was issued.
  order_total_kop bigint not null,
  unique (invoice_id, order_id)
);
create index invoice_orders_order on invoice_orders (order_id);
call own_rows('invoice_orders', 'contractor_id = current_owner()');

-- Shipments of an invoice with their sums.
create table invoice_shipments (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  shipment_id integer not null,
  contractor_id integer not null,
  sum_kop bigint not null check (sum_kop > 0),
  unique (invoice_id, shipment_id)
);
create index invoice_shipments_shipment on invoice_shipments (shipment_id);
call own_rows('invoice_shipments', 'contractor_id = current_owner()');

-- Last day checked for reminders of a company, and day of the last reminder.
create table payment_reminders (
  contractor_id integer primary key,
  checked_on date not null,
  reminded_on date
);
create index payment_reminders_waiting on payment_reminders (checked_on, contractor_id);
call own_rows('payment_reminders', 'contractor_id = current_owner()');

create table payments (
  id integer generated always as identity primary key,
  number text not null,
  seller_id integer not null,
  contract_id integer not null,
  contractor_id integer not null,
  paid_on date not null,
  sum_kop bigint not null,
  purpose text not null default '',
  external_id text,
  external_number text,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null default now(),
  bank_document_id integer references bank_documents,
  undoes_id integer unique references payments,
  undo_reason text not null default '',
  constraint payments_sum check (
case
    when (undoes_id is null) then (sum_kop > 0)
    else (sum_kop < 0)
end)
);
create index payments_contract on payments (contract_id, paid_on);
create index payments_contractor on payments (contractor_id, paid_on desc);
create index payments_bank_document on payments (bank_document_id);
call own_rows('payments', 'contractor_id = current_owner()');

-- Parts of a payment that pay invoices by name.
create table payment_allocations (
  id integer generated always as identity primary key,
  payment_id integer not null references payments,
  contractor_id integer not null,
  invoice_id integer not null references invoices,
  sum_kop bigint not null check (sum_kop > 0),
  unique (payment_id, invoice_id)
);
create index payment_allocations_invoice on payment_allocations (invoice_id);
call own_rows('payment_allocations', 'contractor_id = current_owner()');

-- Reconciliations of a buyer's statement of one contract and period.
create table reconciliations (
  id integer generated always as identity primary key,
  contractor_id integer not null,
  contract_id integer not null,
  first_day date not null,
  last_day date not null,
  file_name text not null,
  content bytea not null,
  layout jsonb not null,
  preview jsonb not null,
  passed jsonb not null,
  rows_count integer not null,
  matched_count integer not null,
  -- Debt at both ends; the buyer's figures are null when the file has none.
  our_opening_kop bigint not null,
  our_closing_kop bigint not null,
  their_opening_kop bigint,
  their_closing_kop bigint,
  -- Last author.
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  matched_at timestamptz not null,
  version integer not null default 1,
  constraint reconciliations_check check (last_day >= first_day)
);
create index reconciliations_contractor on reconciliations (contractor_id, id desc);
call own_rows('reconciliations', 'contractor_id = current_owner()');

create table reconciliation_differences (
  id integer generated always as identity primary key,
  reconciliation_id integer not null references reconciliations on delete cascade,
  contractor_id integer not null,
  kind text not null check (kind in ('sum', 'date', 'ours', 'theirs')),
  day date not null,
  ours jsonb,
  theirs jsonb,
  outcome text check (outcome in ('buyer_corrects', 'seller_corrects', 'as_is', 'agreed')),
  closed_by integer,
  closed_at timestamptz,
  version integer not null default 1,
  constraint reconciliation_differences_check check (ours is not null or theirs is not null),
  constraint reconciliation_differences_check1 check ((outcome is null) = (closed_at is null))
);
create index reconciliation_differences_of on reconciliation_differences (reconciliation_id, day, id);
create index reconciliation_differences_open on reconciliation_differences (reconciliation_id, day, id) where outcome is null;
call own_rows('reconciliation_differences', 'contractor_id = current_owner()');

create table reconciliation_messages (
  id integer generated always as identity primary key,
  difference_id integer not null references reconciliation_differences on delete cascade,
  contractor_id integer not null,
  text text not null,
  from_staff boolean not null,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null
);
create index reconciliation_messages_of on reconciliation_messages (difference_id, id);
call own_rows('reconciliation_messages', 'contractor_id = current_owner()');

-- Ledger entries besides shipments, corrections and payments: opening balances, offsets, refunds. Append-only;
-- cancelled with a reason.
create table ledger_entries (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('opening', 'offset', 'refund')),
  number text not null,
  seller_id integer not null,
  contract_id integer not null,
  contractor_id integer not null,
  day date not null,
  -- Due day of a debt.
  due_on date,
  debit_kop bigint not null default 0 check (debit_kop >= 0),
  credit_kop bigint not null default 0 check (credit_kop >= 0),
  note text not null default '',
  cancelled_at timestamptz,
  canceller_id integer,
  cancel_reason text not null default '',
  external_id text,
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  constraint ledger_entries_check check ((debit_kop = 0) <> (credit_kop = 0)),
  constraint ledger_entries_check1 check ((debit_kop > 0) = (due_on is not null)),
  constraint ledger_entries_check2 check ((kind <> 'refund') or (debit_kop > 0)),
  constraint ledger_entries_check3 check ((cancelled_at is null) = (canceller_id is null))
);
create unique index ledger_entries_number on ledger_entries (contract_id, kind, lower(number)) where cancelled_at is null;
create index ledger_entries_contract on ledger_entries (contract_id, day);
create index ledger_entries_contractor on ledger_entries (contractor_id, day desc);
call own_rows('ledger_entries', 'contractor_id = current_owner()');

-- What the accounting system says is owed under a contract; shown beside the settlements of the portal.
create table accounted_balances (
  contract_id integer primary key,
  contractor_id integer not null,
  as_of timestamptz not null,
  -- [{"document", "due_on", "sum_kop"}]; advances are negative.
  debts jsonb not null
);
create index accounted_balances_contractor on accounted_balances (contractor_id);
call own_rows('accounted_balances', 'contractor_id = current_owner()');

-- Overrides of a contract's credit hold through a day.
create table credit_hold_overrides (
  id integer generated always as identity primary key,
  contract_id integer not null,
  contractor_id integer not null,
  -- Last day.
  until date not null,
  reason text not null check (reason <> ''),
  actor_id integer not null,
  subject_id integer not null,
  created_at timestamptz not null,
  lifted_at timestamptz,
  lifted_actor_id integer,
  lifted_subject_id integer,
  constraint credit_hold_overrides_check check ((lifted_at is null) = (lifted_actor_id is null)),
  constraint credit_hold_overrides_check1 check ((lifted_at is null) = (lifted_subject_id is null))
);
create index credit_hold_overrides_standing on credit_hold_overrides (contract_id, until) where lifted_at is null;
call own_rows('credit_hold_overrides', 'contractor_id = current_owner()');

create function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  if (new.number, new.seller_id, new.contract_id, new.contractor_id, new.order_id, new.issued_at, new.pay_until,
      new.total_kop, new.vat_kop, new.snapshot, new.kind, new.asked)
     is distinct from
     (old.number, old.seller_id, old.contract_id, old.contractor_id, old.order_id, old.issued_at, old.pay_until,
      old.total_kop, old.vat_kop, old.snapshot, old.kind, old.asked) then
    raise exception 'an issued invoice never changes' using errcode = '42501';
  end if;
  return new;
end $$;

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

create function refuse_entry_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.cancelled_at is not null
    or (to_jsonb(new) - array['cancelled_at', 'canceller_id', 'cancel_reason', 'external_id'])
      <> (to_jsonb(old) - array['cancelled_at', 'canceller_id', 'cancel_reason', 'external_id']) then
    raise exception 'an entry of settlements never changes';
  end if;
  return new;
end $$;

create trigger bank_documents_keep before update on bank_documents for each row execute function keep_bank_document();
create trigger bank_documents_stay before delete on bank_documents for each row execute function refuse_change();
create trigger invoices_keep_issued before update on invoices for each row execute function keep_issued_invoice();
create trigger invoice_orders_append_only before delete or update on invoice_orders
  for each row execute function refuse_change();
create trigger invoice_shipments_append_only before delete or update on invoice_shipments
  for each row execute function refuse_change();
create trigger payments_append_only before delete or update on payments for each row execute function refuse_change();
create trigger payment_allocations_append_only before delete or update on payment_allocations
  for each row execute function refuse_change();
create trigger ledger_entries_append_only before delete or update on ledger_entries
  for each row execute function refuse_entry_change();

grant select, insert, update, delete on
  invoice_drafts, reconciliation_differences, reconciliations
  to artikul_client;
grant select, insert, update on
  document_numbers, invoices
  to artikul_client;
grant select, insert on
  invoice_emails, invoice_orders, invoice_shipments, reconciliation_messages
  to artikul_client;
grant select on
  payment_allocations, payments, ledger_entries, credit_hold_overrides, accounted_balances
  to artikul_client;
