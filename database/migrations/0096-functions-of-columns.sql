-- A distributed engine such as Citus knows no function whose argument is a row of a table. Those that count messages take columns instead
-- (test/not-for-a-distributed-engine.txt). Nothing calls cells_of() any longer: fold_request_changes() has its own pairs of columns (0071-fold-by-pairs.sql).
-- Processes of 0.2.0 call filters_of() and groupings_of() for the numbers of the worklist. The release after 0.3.0 drops them.

-- No statement that changes messages is between an old trigger function and what that calls.
-- A try that does not get the lock at once is repeated, so that writers wait for half a second at most.
set local lock_timeout = '500ms';
lock table notifications in share row exclusive mode;

-- How a message is counted. A message that waits has no provider and no fragments yet, so that a try that fails changes no count.
create function message_day(created_at timestamptz) returns date language sql immutable parallel safe
  as $$ select (created_at at time zone 'Europe/London')::date $$;
create function message_channel(status text, channel text, tried_channel text) returns text language sql immutable parallel safe
  as $$ select case when status = 'queued' then '' else coalesce(channel, tried_channel, '') end $$;
create function message_fragments(status text, fragments integer) returns bigint language sql immutable parallel safe
  as $$ select case when status = 'queued' then 0 else coalesce(fragments, 0) end::bigint $$;

-- The counts that a message belongs to.
create function counts_of_message(form_id uuid, ward_id uuid, day date) returns table (narrowed_by text, narrowed_to text, grain text, period date)
  language sql immutable parallel safe as $$
  select n.narrowed_by, n.narrowed_to, p.grain, p.period
  from (values ('', ''), ('form', form_id::text), ('ward', coalesce(ward_id::text, ''))) n (narrowed_by, narrowed_to),
    (values ('all', date '0001-01-01'), ('month', date_trunc('month', day::timestamp)::date), ('day', day)) p (grain, period)
$$;

create or replace function count_messages_added() returns trigger language plpgsql as $$
begin
  insert into message_changes (organisation_id, day, form_id, ward_id, category, method, status, reason_code, channel, messages, fragments, price)
  select organisation_id, message_day(created_at), form_id, ward_id, category, method, status, coalesce(reason_code, ''),
    message_channel(status, channel, tried_channel), count(*), sum(message_fragments(status, fragments)), sum(coalesce(price, 0))
  from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create or replace function count_messages_changed() returns trigger language plpgsql as $$
begin
  insert into message_changes (organisation_id, day, form_id, ward_id, category, method, status, reason_code, channel, messages, fragments, price)
  select organisation_id, message_day(created_at), form_id, ward_id, category, method, status, coalesce(reason_code, ''),
    message_channel(status, channel, tried_channel), sum(n), sum(n * message_fragments(status, fragments)), sum(n * coalesce(price, 0))
  from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) both_ways
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  having sum(n) <> 0 or sum(n * message_fragments(status, fragments)) <> 0 or sum(n * coalesce(price, 0)) <> 0;
  return null;
end $$;
create or replace function count_messages_removed() returns trigger language plpgsql as $$
begin
  insert into message_changes (organisation_id, day, form_id, ward_id, category, method, status, reason_code, channel, messages, fragments, price)
  select organisation_id, message_day(created_at), form_id, ward_id, category, method, status, coalesce(reason_code, ''),
    message_channel(status, channel, tried_channel), -count(*), -sum(message_fragments(status, fragments)), -sum(coalesce(price, 0))
  from removed group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;

create or replace procedure fold_message_changes() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold message changes'), hashtext(current_organisation()::text)) then return; end if;
  with taken as (
    delete from message_changes where organisation_id = current_organisation() returning *),
  summed as (
    select organisation_id, day, form_id, ward_id, category, method, status, reason_code, channel,
      sum(messages)::bigint as messages, sum(fragments)::bigint as fragments, sum(price) as price
    from taken group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(messages) <> 0 or sum(fragments) <> 0 or sum(price) <> 0)
  insert into message_counts as kept (organisation_id, narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel,
                                      messages, fragments, price)
  select s.organisation_id, c.narrowed_by, c.narrowed_to, c.grain, c.period, s.category, s.method, s.status, s.reason_code, s.channel,
    sum(s.messages), sum(s.fragments), sum(s.price)
  from summed s cross join lateral counts_of_message(s.form_id, s.ward_id, s.day) c
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 -- rows that a query reads together are stored together
  on conflict (organisation_id, narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel)
    do update set messages = kept.messages + excluded.messages, fragments = kept.fragments + excluded.fragments, price = kept.price + excluded.price;
end $$;

create or replace function rebuild_message_counts() returns void language plpgsql set work_mem = '256MB' set row_security = off as $$
begin
  delete from message_counts;
  delete from message_changes;
  with summed as (
    select organisation_id, message_day(created_at) as day, form_id, ward_id, category, method, status, coalesce(reason_code, '') as reason_code,
      message_channel(status, channel, tried_channel) as channel, count(*) as messages, sum(message_fragments(status, fragments))::bigint as fragments,
      sum(coalesce(price, 0)) as price
    from notifications group by 1, 2, 3, 4, 5, 6, 7, 8, 9)
  insert into message_counts (organisation_id, narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel, messages,
                              fragments, price)
  select s.organisation_id, c.narrowed_by, c.narrowed_to, c.grain, c.period, s.category, s.method, s.status, s.reason_code, s.channel,
    sum(s.messages), sum(s.fragments), sum(s.price)
  from summed s cross join lateral counts_of_message(s.form_id, s.ward_id, s.day) c
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
end $$;

drop function counts_of(message_changes), change_of(notifications, bigint), cells_of(form_request_changes);
