-- A queue is added (docs/decisions/0047-waiting-list-queues.md). take_off_list: the removal is final, and nobody has recorded yet that the patient
-- was taken off the list in the patient administration system. taken_off: a user has recorded it.
alter table waiting_list_reviews
  drop constraint waiting_list_reviews_queue_check,
  add constraint waiting_list_reviews_queue_check check (queue in ('worse', 'changed_mind', 'link_locked', 'not_told', 'removal_withdrawn',
    'not_on_list', 'not_sure', 'no_longer_needed', 'details_changed', 'no_reply', 'take_off_list', 'removal_approved'));
-- Values are added to the list, and none that another migration has added is lost.
do $$
declare allowed text;
begin
  select pg_get_constraintdef(oid) into strict allowed from pg_constraint where conname = 'waiting_list_reviews_decision_check';
  alter table waiting_list_reviews drop constraint waiting_list_reviews_decision_check;
  execute format('alter table waiting_list_reviews add constraint waiting_list_reviews_decision_check %s',
    replace(allowed, 'ARRAY[', 'ARRAY[''taken_off''::text, '));
end $$;

-- Removals that were final before this migration: nobody could record that the patient was taken off the list. Isolation is suspended, because the
-- owner may not be a superuser.
alter table waiting_list_changes no force row level security;
alter table waiting_list_removals no force row level security;
alter table waiting_list_reviews no force row level security;
alter table form_requests no force row level security;
insert into waiting_list_reviews (organisation_id, request_id, queue, opened_at, form_id, specialty)
select r.organisation_id, r.id, 'take_off_list', w.ended_at, r.form_id, r.specialty
from waiting_list_removals w join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
where w.state = 'final';
alter table form_requests force row level security;
alter table waiting_list_reviews force row level security;
alter table waiting_list_removals force row level security;
alter table waiting_list_changes force row level security;
