-- Whether an approved import leaves offers that the file does not name.
alter table price_imports add column keeps_missing boolean not null default false;
