-- Groups of goods that a client chose for his price list, with all groups inside them; none: every product.
alter table price_files add column group_ids integer[] not null default '{}';
alter table price_schedules add column group_ids integer[] not null default '{}';
