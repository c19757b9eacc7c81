-- An account whose person was erased (152-ФЗ, ст. 21): what other rows name stays, who it was does not.
alter table users add column erased_at timestamptz;
alter table users add constraint users_erased_blocked check (erased_at is null or not is_active);
