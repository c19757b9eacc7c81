-- When the person last typed his password in the session: what changes accounts of staff asks for it.
alter table sessions add column confirmed_at timestamptz;
