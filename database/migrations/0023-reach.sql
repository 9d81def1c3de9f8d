-- A message that does not reach the patient is followed by one by the next method (docs/decisions/0040-reach.md).
alter table notifications
  add column follows_id uuid, -- the message that this one follows, because it did not reach the patient
  add column wait_ended_at timestamptz, -- when the wait for a receipt ended; after it the message is not looked at again
  add foreign key (organisation_id, follows_id) references notifications;
-- One message follows each, however often and by however many workers the next method is queued.
create unique index notifications_following on notifications (organisation_id, follows_id) where follows_id is not null;
-- The messages of providers that report receipts, while nobody knows whether the patient was reached. An NHS App message must be read.
create index notifications_waited_for on notifications (organisation_id, method, sent_at)
  where wait_ended_at is null and channel is not null and (status in ('accepted', 'sent') or status = 'delivered' and method = 'nhs_app');

alter table notifications
  drop constraint notifications_reason_code_check,
  add constraint notifications_reason_code_check
    check (reason_code in ('no_contact_detail', 'wrong_contact_detail', 'unknown_patient', 'temporary_failure', 'technical_failure',
                           'method_not_set_up', 'message_not_valid', 'not_read', 'not_confirmed', 'not_sent', 'already_reached', 'deceased',
                           'opted_out', 'not_to_be_contacted', 'archived', 'not_open', 'expired', 'replaced', 'undone', 'cancelled_by_user'));

-- Why and since when no message has reached the patient, for the list of such requests. Both are null unless is_unreached.
alter table form_requests add column unreached_reason text, add column unreached_at timestamptz;

-- Forced row-level security hides the rows from an owner who is no superuser. These rows do not change for their readers, so no trigger runs.
alter table form_requests no force row level security;
alter table notifications no force row level security;
alter table form_requests disable trigger user;
update form_requests r
set unreached_at = coalesce(n.updated_at, r.updated_at),
    unreached_reason = case when n.status in ('failed', 'cancelled') then coalesce(n.reason_code, 'technical_failure') else 'not_sent' end
from form_requests f
left join lateral (
  select n.status, n.reason_code, n.updated_at from notifications n
  where n.organisation_id = f.organisation_id and n.request_id = f.id and n.status <> 'queued'
  order by n.created_at desc limit 1) n on true
where f.is_unreached and r.organisation_id = f.organisation_id and r.id = f.id;
alter table form_requests enable trigger user;
alter table notifications force row level security;
alter table form_requests force row level security;

alter table form_requests
  add constraint form_requests_unreached_check
    check (is_unreached = (unreached_reason is not null) and is_unreached = (unreached_at is not null));
create index form_requests_unreached_at on form_requests (organisation_id, unreached_at, id) include (ward_id);
create index form_requests_unreached_reason on form_requests (organisation_id, unreached_reason, unreached_at, id) include (ward_id, status)
  where unreached_reason is not null;

-- The latest message says whether the patient was reached, unless an earlier one is reported as read or delivered. While the next method is
-- queued, the request does not count as not reached.
create or replace function mark_unreached() returns trigger language plpgsql as $$
declare
  failed constant boolean := new.status = 'failed';
  code constant text := case when new.status = 'failed' then coalesce(new.reason_code, 'technical_failure') end;
  reached constant boolean := new.status = 'read' or new.status = 'delivered' and new.method <> 'nhs_app';
begin
  -- Nobody waits for this message any longer, and a receipt says no more than that it is on its way.
  if new.wait_ended_at is not null and (new.status in ('accepted', 'sent') or new.status = 'delivered' and not reached) then
    return null;
  end if;
  if failed and new.follows_id is not null and exists (
    with recursive earlier as (
      select n.id, n.follows_id, n.status, n.method from notifications n
      where n.organisation_id = new.organisation_id and n.id = new.follows_id
      union all
      select n.id, n.follows_id, n.status, n.method from notifications n join earlier e on n.id = e.follows_id
      where n.organisation_id = new.organisation_id)
    select from earlier where status = 'read' or status = 'delivered' and method <> 'nhs_app') then
    return null;
  end if;
  update form_requests r
  set is_unreached = failed, unreached_reason = code, unreached_at = case when failed then coalesce(r.unreached_at, now()) end
  where r.organisation_id = new.organisation_id and r.id = new.request_id
    and (r.is_unreached <> failed or r.unreached_reason is distinct from code)
    and (reached or not exists (
      select from notifications n
      where n.organisation_id = new.organisation_id and n.request_id = new.request_id and n.created_at > new.created_at
        and (n.status not in ('queued', 'cancelled') or n.status = 'queued' and n.follows_id is not null)));
  return null;
end $$;
create trigger mark_followed after insert on notifications
  for each row when (new.status = 'queued' and new.follows_id is not null) execute function mark_unreached();
