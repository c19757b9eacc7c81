-- Orders to suppliers as files: a letter carries them, a file brings the answer back.

create table mail_attachments (
  id integer generated always as identity primary key,
  mail_id integer not null references mails on delete cascade,
  name text not null,
  content bytea not null
);
create index mail_attachments_mail on mail_attachments (mail_id);

-- Returned files whose answers were taken in: the same file changes nothing again.
create table supplier_order_files (
  supplier_order_id integer not null references supplier_orders on delete cascade,
  -- SHA-256 of the file, in hexadecimal.
  digest text not null,
  name text not null,
  actor_id integer not null references users,
  applied_at timestamptz not null,
  primary key (supplier_order_id, digest)
);
call own_rows('supplier_order_files', 'false');
