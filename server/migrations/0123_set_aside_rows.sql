-- Rows that a background work could not process and has passed over; a person has to look.
create table set_aside_rows (
  work text not null,
  row_id integer not null,
  error text not null,
  set_aside_at timestamptz not null default now(),
  primary key (work, row_id)
);
call own_rows('set_aside_rows', 'false');
-- The work that learns names runs as the application's own role.
create policy work on set_aside_rows to artikul_app using (true);
