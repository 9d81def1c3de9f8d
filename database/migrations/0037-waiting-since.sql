-- Since when the patient has been waiting: the clock start of the referral to treatment, for form requests of waiting-list forms
-- (docs/decisions/0049-waiting-since-and-cohorts.md).
alter table form_requests add column waiting_since date;
-- In the order of the worklist, for a filter that many form requests match, alone or with a status.
create index form_requests_waiting on form_requests (organisation_id, created_at, id) include (ward_id, waiting_since, status)
  where waiting_since is not null;
-- For a filter that few match.
create index form_requests_waiting_since on form_requests (organisation_id, waiting_since) include (ward_id, status) where waiting_since is not null;

-- A copy, like the form and the specialty, so that the queues are counted and filtered from one index.
alter table waiting_list_reviews add column waiting_since date;
drop index waiting_list_reviews_open;
create index waiting_list_reviews_open on waiting_list_reviews (organisation_id, queue, opened_at, request_id)
  include (form_id, specialty, waiting_since) where state = 'open';

create function take_waiting_since() returns trigger language plpgsql as $$
begin
  select waiting_since into new.waiting_since from form_requests where organisation_id = new.organisation_id and id = new.request_id;
  return new;
end $$;
create trigger take_waiting_since before insert on waiting_list_reviews for each row execute function take_waiting_since();

-- A corrected date reaches the queues in the same transaction.
create function copy_waiting_since() returns trigger language plpgsql as $$
begin
  update waiting_list_reviews set waiting_since = new.waiting_since where organisation_id = new.organisation_id and request_id = new.id;
  return null;
end $$;
create trigger copy_waiting_since after update of waiting_since on form_requests
  for each row when (old.waiting_since is distinct from new.waiting_since) execute function copy_waiting_since();

-- A value is added to the list, and none that another migration has added is lost.
do $$
declare allowed text;
begin
  select pg_get_constraintdef(oid) into strict allowed from pg_constraint where conname = 'form_request_events_kind_check';
  alter table form_request_events drop constraint form_request_events_kind_check;
  execute format('alter table form_request_events add constraint form_request_events_kind_check %s',
    replace(allowed, 'ARRAY[', 'ARRAY[''waiting_since_set''::text, '));
end $$;
