-- What was done to price conditions at once, each condition before and after: it can be undone.
create table price_changes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('created', 'changed', 'ended', 'imported', 'undone')),
  -- Of one condition what it is about; of many nothing.
  text text not null default '',
  count integer not null,
  -- The change that took this one back.
  undone_by integer references price_changes,
  actor_id integer not null references users,
  subject_id integer not null references users,
  at timestamptz not null default now()
);

create table price_change_rows (
  change_id integer not null references price_changes,
  condition_id integer not null,
  before jsonb,
  after jsonb,
  primary key (change_id, condition_id)
);

-- Conditions for the very same buyers, goods and quantity: of two in force at once only the newer counts.
alter table price_conditions add column target text not null generated always as (
  coalesce(contractor_id, 0) || ' ' || coalesce(price_group_id, 0) || ' ' || coalesce(product_id, 0) || ' ' ||
  coalesce(brand_id, 0) || ' ' || coalesce(inventory_group_id, 0) || ' ' || coalesce(source_id, 0) || ' ' ||
  coalesce(purchase_from_kop, 0) || ' ' || coalesce(purchase_to_kop, 0) || ' ' || trim_scale(qty_from)::text
) stored;
create index price_conditions_target on price_conditions (target, valid_from);
create index price_conditions_note on price_conditions using gin (note gin_trgm_ops) where note <> '';
