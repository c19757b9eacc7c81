-- Suppliers who are asked at once say of each offer whether it can be returned; where nobody says, the warehouse does.
alter table offers add column no_return boolean not null default false;
