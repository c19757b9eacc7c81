-- Orders whose client has written last: somebody answers, or says that no answer is needed.
create table order_talk_waits (
  order_id integer primary key references orders,
  contractor_id integer not null references contractors,
  since timestamptz not null
);
create index order_talk_waits_since on order_talk_waits (since);
call own_rows('order_talk_waits', 'contractor_id = current_owner()');

create function note_talk() returns trigger language plpgsql as $$
begin
  if new.from_staff then
    delete from order_talk_waits where order_id = new.order_id;
  else
    insert into order_talk_waits (order_id, contractor_id, since)
    values (new.order_id, new.contractor_id, new.created_at) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger order_messages_wait after insert on order_messages for each row execute function note_talk();

insert into order_talk_waits (order_id, contractor_id, since)
select message.order_id, message.contractor_id, min(message.created_at) from order_messages message
where not message.from_staff and not exists (
  select from order_messages answer
  where answer.order_id = message.order_id and answer.id > message.id and answer.from_staff)
group by 1, 2;

-- Who of the staff is on what of the work queue.
create table work_takes (
  kind text not null check (kind in ('unanswered', 'message', 'confirm', 'unblock', 'late', 'supplier')),
  about_id integer not null,
  actor_id integer not null references users,
  taken_at timestamptz not null,
  primary key (kind, about_id)
);
create index work_takes_actor on work_takes (actor_id, kind);
create index work_takes_taken on work_takes (taken_at);
call own_rows('work_takes', 'false');
