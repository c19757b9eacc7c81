-- The lowest price that the rules allowed when a line was ordered: what was sold under it stands out.
alter table order_lines add column floor_kop bigint;
create index order_lines_under_floor on order_lines (id desc) where price_kop < floor_kop;
