-- To whom an invoice was sent by mail. The letter itself is forgotten after its time; that it was sent is not.
create table invoice_mails (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  contractor_id integer not null references contractors,
  mail_id integer references mails on delete set null,
  recipient text not null check (recipient <> ''),
  actor_id integer not null references users,
  subject_id integer not null references users,
  created_at timestamptz not null
);
create index invoice_mails_invoice on invoice_mails (invoice_id, id desc);
create index invoice_mails_company on invoice_mails (contractor_id, created_at desc);
create index invoice_mails_mail on invoice_mails (mail_id);
call own_rows('invoice_mails', 'contractor_id = current_owner()');
