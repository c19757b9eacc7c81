-- Accounts of staff are managed by administrators. Order managers who had every right become the first ones; where there
-- is none, the oldest order manager.
alter table users drop constraint users_rights_check;
alter table users add constraint users_rights_check
  check (rights <@ array['accountant', 'prices', 'min_margin', 'administrator']);
update users set rights = rights || array['administrator']
where is_active and 'ARTIKUL_ORDER_MANAGER' = any(roles) and rights @> array['accountant', 'prices', 'min_margin'];
update users set rights = rights || array['administrator']
where not exists (select from users where 'administrator' = any(rights))
  and id = (select min(id) from users where is_active and 'ARTIKUL_ORDER_MANAGER' = any(roles));
