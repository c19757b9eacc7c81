-- Backups and trial restores that have succeeded, written by the scripts of deploy/backup: the age of the last one is a
-- metric.
create table backup_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restore')),
  finished_at timestamptz not null default now()
);
create index backup_runs_kind on backup_runs (kind, finished_at desc);
revoke all on backup_runs from artikul_app, artikul_client, artikul_staff;
grant select on backup_runs to artikul_staff;
