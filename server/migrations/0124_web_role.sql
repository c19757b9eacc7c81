-- The role that the portal signs in as: no superuser, owns nothing, and has rights only as one of the three roles of
-- 0004. An installation gives it a password before; the embedded database is reached through a closed socket.
do $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(7321003);
  if not exists (select from pg_roles where rolname = 'artikul_web') then
    create role artikul_web login noinherit;
  end if;
  foreach name in array array['artikul_app', 'artikul_client', 'artikul_staff'] loop
    if not pg_has_role('artikul_web', name, 'member') then
      execute format('grant %I to artikul_web', name);
    end if;
  end loop;
end $$;
