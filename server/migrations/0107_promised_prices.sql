-- A price that a manager has promised for the line holds however long its order waits.
alter table order_lines add column is_promised boolean not null default false;
