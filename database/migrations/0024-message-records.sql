-- One complete record for each message: who carried it, in how many fragments, at which price, and when each step became known.
alter table notifications
  -- Copies from the form request: the list filters by form, and the ward_access policy checks the ward, from one index.
  add column form_id uuid,
  add column ward_id uuid,
  add column fragments integer check (fragments > 0), -- of a text message, counted when it is handed to the provider
  add column price numeric(12, 4) check (price >= 0), -- in pence, when it left; null where the organisation had set no price
  -- A try that began and whose result is not recorded. The next try sets may_be_repeated if the provider cannot tell whether it has the message.
  add column try_began_at timestamptz,
  add column may_be_repeated boolean not null default false,
  -- The channel that tried last. channel stays empty until a provider that reports receipts has the message.
  add column tried_channel text,
  add column accepted_at timestamptz,
  add column provider_sent_at timestamptz, -- the provider's receipt said sent; sent_at is when the message left Formward
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  add column failed_at timestamptz,
  add column cancelled_at timestamptz;

-- Without forced row-level security an owner who is not a superuser sees the rows (docs/decisions/0003-postgresql-only.md).
alter table notifications no force row level security;
alter table form_requests no force row level security;
-- Of messages before this migration only the last change of their status is known.
update notifications n set
  form_id = r.form_id,
  ward_id = r.ward_id,
  accepted_at = case when n.status = 'accepted' or n.provider_id is not null then n.sent_at end,
  delivered_at = case when n.status = 'delivered' then n.updated_at end,
  read_at = case when n.status = 'read' then n.updated_at end,
  failed_at = case when n.status = 'failed' then n.updated_at end,
  cancelled_at = case when n.status = 'cancelled' then n.updated_at end
from form_requests r where r.organisation_id = n.organisation_id and r.id = n.request_id;
alter table notifications alter column form_id set not null;
alter table form_requests force row level security;

-- The list of messages: one index for each filter that leaves few messages, in the order of the list. The ward is included for the ward_access
-- policy.
create index notifications_created on notifications (organisation_id, created_at, id) include (ward_id);
create index notifications_status on notifications (organisation_id, status, created_at, id) include (ward_id);
create index notifications_method on notifications (organisation_id, method, created_at, id) include (ward_id);
create index notifications_category on notifications (organisation_id, category, created_at, id) include (ward_id);
create index notifications_form on notifications (organisation_id, form_id, created_at, id) include (ward_id);
create index notifications_reason on notifications (organisation_id, reason_code, created_at, id) include (ward_id) where reason_code is not null;
-- For the age of the oldest message that is due.
create index notifications_due on notifications (organisation_id, send_after) where status = 'queued';

-- The ward is on the message itself, so a page far down the list does not look up the request of every message before it.
drop policy ward_access on notifications;
create policy ward_access on notifications as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));

-- The lock makes a patient's move to another ward wait, or makes this message wait for it: no message keeps the ward that the patient left.
create function copy_request() returns trigger language plpgsql as $$
begin
  select r.form_id, r.ward_id into new.form_id, new.ward_id from form_requests r
  where r.organisation_id = new.organisation_id and r.id = new.request_id for no key update;
  -- The policy or the foreign key refuses this message, with the error that every other table gives.
  if not found then new.form_id := '00000000-0000-0000-0000-000000000000'; end if;
  return new;
end $$;
create trigger copy_request before insert on notifications for each row execute function copy_request();

-- Locks the messages before the requests, as a worker that sends a message does.
create or replace function copy_patient() returns trigger language plpgsql as $$
begin
  if old.ward_id is distinct from new.ward_id then
    perform from notifications n
    where n.organisation_id = new.organisation_id and n.request_id in (
      select r.id from form_requests r where r.organisation_id = new.organisation_id and r.patient_id = new.id)
    order by n.id for no key update;
  end if;
  update form_requests set patient_name_key = new.name_key, ward_id = new.ward_id
  where organisation_id = new.organisation_id and patient_id = new.id;
  if old.ward_id is distinct from new.ward_id then
    update notifications n set ward_id = new.ward_id
    where n.organisation_id = new.organisation_id and n.request_id in (
      select r.id from form_requests r where r.organisation_id = new.organisation_id and r.patient_id = new.id);
  end if;
  return null;
end $$;

-- When each status became known, and the price at the moment when the message left. A message that is printed has the price of a letter.
create function record_message_progress() returns trigger language plpgsql as $$
declare known_at timestamptz := case when tg_op = 'INSERT' then coalesce(new.sent_at, new.created_at) else now() end;
begin
  case new.status
    when 'accepted' then new.accepted_at := coalesce(new.accepted_at, known_at);
    when 'sent' then
      if new.accepted_at is not null then new.provider_sent_at := coalesce(new.provider_sent_at, known_at); end if;
    when 'delivered' then new.delivered_at := coalesce(new.delivered_at, known_at);
    when 'read' then new.read_at := coalesce(new.read_at, known_at);
    when 'failed' then new.failed_at := coalesce(new.failed_at, known_at);
    when 'cancelled' then new.cancelled_at := coalesce(new.cancelled_at, known_at);
    else null;
  end case;
  if new.price is null and new.method in ('sms', 'letter') and new.sent_at is not null then
    if tg_op = 'INSERT' or old.sent_at is null then
      select case new.method when 'sms' then o.sms_fragment_price * new.fragments else o.letter_price end into new.price
      from organisations o where o.id = new.organisation_id;
    end if;
  end if;
  return new;
end $$;
create trigger record_progress_added before insert on notifications for each row execute function record_message_progress();
create trigger record_progress_changed before update of status, sent_at on notifications
  for each row when ((old.status, old.sent_at) is distinct from (new.status, new.sent_at)) execute function record_message_progress();

-- How many messages there are, so that no list or figure counts them (docs/decisions/0041-message-records-and-totals.md). As for the worklist,
-- triggers add the difference that each statement makes, in the same transaction and without waiting, and the worker adds these rows to
-- message_counts. A query adds both tables together.
create table message_changes (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               bigint generated always as identity,
  day              date not null, -- when the message was queued, in London
  form_id          uuid not null,
  ward_id          uuid,
  category         text not null,
  method           text not null,
  status           text not null,
  reason_code      text not null, -- '' for none
  channel          text not null, -- '' for none
  messages         bigint not null,
  fragments        bigint not null,
  price            numeric not null, -- pence
  primary key (organisation_id, id)
);
call isolate_by_organisation('message_changes');
-- with check (true): a member who sees some wards only may still move a patient to another ward.
create policy ward_access on message_changes as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())))
  with check (true);
grant select, insert, delete on message_changes to formward_app;

-- Of all messages, of one form or of one ward: how many there are in a day, in a month and in all.
create table message_counts (
  organisation_id  uuid not null default current_organisation() references organisations,
  narrowed_by      text not null collate "C" check (narrowed_by in ('', 'form', 'ward')),
  narrowed_to      text not null collate "C",
  grain            text not null collate "C" check (grain in ('all', 'month', 'day')),
  period           date not null, -- its first day; 0001-01-01 for all
  category         text not null collate "C",
  method           text not null collate "C",
  status           text not null collate "C",
  reason_code      text not null collate "C",
  channel          text not null collate "C",
  messages         bigint not null,
  fragments        bigint not null,
  price            numeric not null,
  primary key (organisation_id, narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel)
);
call isolate_by_organisation('message_counts');
create policy ward_access on message_counts as restrictive
  using ((select ward_limited_member()) is null
    or narrowed_by = 'ward' and narrowed_to in (select ward_id::text from member_wards where member_id = (select ward_limited_member())))
  with check (true);
grant select, insert, update on message_counts to formward_app;

-- The change that a message makes. A message that waits has no provider and no fragments yet, so that a try that fails changes no count.
create function change_of(n notifications, times bigint) returns message_changes language sql immutable parallel safe as $$
  select row(n.organisation_id, 0::bigint, (n.created_at at time zone 'Europe/London')::date, n.form_id, n.ward_id, n.category, n.method, n.status,
    coalesce(n.reason_code, ''), case when n.status = 'queued' then '' else coalesce(n.channel, n.tried_channel, '') end, times,
    times * case when n.status = 'queued' then 0 else coalesce(n.fragments, 0) end, times * coalesce(n.price, 0))::message_changes
$$;
-- The counts that a change belongs to.
create function counts_of(c message_changes) returns table (narrowed_by text, narrowed_to text, grain text, period date)
  language sql immutable parallel safe as $$
  select n.narrowed_by, n.narrowed_to, p.grain, p.period
  from (values ('', ''), ('form', c.form_id::text), ('ward', coalesce(c.ward_id::text, ''))) n (narrowed_by, narrowed_to),
    (values ('all', date '0001-01-01'), ('month', date_trunc('month', c.day::timestamp)::date), ('day', c.day)) p (grain, period)
$$;

create function count_messages_added() returns trigger language plpgsql as $$
begin
  insert into message_changes (organisation_id, day, form_id, ward_id, category, method, status, reason_code, channel, messages, fragments, price)
  select c.organisation_id, c.day, c.form_id, c.ward_id, c.category, c.method, c.status, c.reason_code, c.channel,
    sum(c.messages), sum(c.fragments), sum(c.price)
  from added a, change_of(a, 1) c group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create function count_messages_changed() returns trigger language plpgsql as $$
begin
  insert into message_changes (organisation_id, day, form_id, ward_id, category, method, status, reason_code, channel, messages, fragments, price)
  select c.organisation_id, c.day, c.form_id, c.ward_id, c.category, c.method, c.status, c.reason_code, c.channel,
    sum(c.messages), sum(c.fragments), sum(c.price)
  from (select c.* from added a, change_of(a, 1) c union all select c.* from removed r, change_of(r, -1) c) c
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(c.messages) <> 0 or sum(c.fragments) <> 0 or sum(c.price) <> 0;
  return null;
end $$;
create trigger count_added after insert on notifications referencing new table as added
  for each statement execute function count_messages_added();
create trigger count_changed after update on notifications referencing new table as added old table as removed
  for each statement execute function count_messages_changed();

-- Adds the changes to the counts. One transaction at a time in each organisation; the others leave the work to it.
create procedure fold_message_changes() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold message changes'), hashtext(current_organisation()::text)) then return; end if;
  with taken as (
    delete from message_changes where organisation_id = current_organisation() returning *),
  summed as (
    select organisation_id, 0::bigint as id, day, form_id, ward_id, category, method, status, reason_code, channel,
      sum(messages)::bigint as messages, sum(fragments)::bigint as fragments, sum(price) as price
    from taken group by 1, 3, 4, 5, 6, 7, 8, 9, 10
    having sum(messages) <> 0 or sum(fragments) <> 0 or sum(price) <> 0)
  insert into message_counts as kept (organisation_id, narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel,
                                      messages, fragments, price)
  select s.organisation_id, c.narrowed_by, c.narrowed_to, c.grain, c.period, s.category, s.method, s.status, s.reason_code, s.channel,
    sum(s.messages), sum(s.fragments), sum(s.price)
  from summed s cross join lateral counts_of(row(s.*)::message_changes) c
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 -- rows that a query reads together are stored together
  on conflict (organisation_id, narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel)
    do update set messages = kept.messages + excluded.messages, fragments = kept.fragments + excluded.fragments, price = kept.price + excluded.price;
end $$;
grant execute on procedure fold_message_changes to formward_app;

-- All counts rebuilt from the messages, after rows were loaded without triggers, while nobody writes messages. row_security = off: an owner who
-- cannot see every row gets an error instead of empty tables.
create function rebuild_message_counts() returns void language plpgsql set work_mem = '256MB' set row_security = off as $$
begin
  delete from message_counts;
  delete from message_changes;
  with summed as (
    select c.organisation_id, 0::bigint as id, c.day, c.form_id, c.ward_id, c.category, c.method, c.status, c.reason_code, c.channel,
      sum(c.messages)::bigint as messages, sum(c.fragments)::bigint as fragments, sum(c.price) as price
    from notifications n, change_of(n, 1) c group by 1, 3, 4, 5, 6, 7, 8, 9, 10)
  insert into message_counts (organisation_id, narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel, messages,
                              fragments, price)
  select s.organisation_id, c.narrowed_by, c.narrowed_to, c.grain, c.period, s.category, s.method, s.status, s.reason_code, s.channel,
    sum(s.messages), sum(s.fragments), sum(s.price)
  from summed s cross join lateral counts_of(row(s.*)::message_changes) c
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
end $$;
revoke execute on function rebuild_message_counts from public;

alter table message_counts no force row level security;
alter table message_changes no force row level security;
select rebuild_message_counts();
alter table message_changes force row level security;
alter table message_counts force row level security;
alter table notifications force row level security;

-- For /metrics, of all organisations: how many messages each channel has in each status, and since when the oldest message that is due waits.
-- A function tells less of other organisations than policies that open their messages to the system administrators would. Only those who see
-- every organisation get more than their own.
create function measure_messages() returns table (channel text, status text, messages bigint, oldest_due timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  bound text := current_setting('app.organisation_id', true);
  organisation uuid;
begin
  foreach organisation in array array(select id from organisations) loop
    perform set_config('app.organisation_id', organisation::text, true);
    return query
      select c.channel, c.status, sum(c.messages)::bigint, null::timestamptz
      from (
        select channel, status, messages from message_counts
        where organisation_id = organisation and narrowed_by = '' and narrowed_to = '' and grain = 'all'
        union all
        select channel, status, messages from message_changes where organisation_id = organisation) c
      group by 1, 2;
    return query
      select null, null, null::bigint, min(send_after) from notifications
      where organisation_id = organisation and status = 'queued' and send_after <= now();
  end loop;
  perform set_config('app.organisation_id', bound, true);
end $$;
