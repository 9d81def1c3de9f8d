-- What staff decide about the answers to waiting-list forms, and about silence (docs/decisions/0047-waiting-list-queues.md): one row for a form
-- request and queue. domain/waiting-list.ts says which answers lead to which queue.
create table waiting_list_reviews (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  queue            text not null collate "C" check (queue in ('worse', 'changed_mind', 'not_told', 'not_on_list', 'not_sure',
                                                              'no_longer_needed', 'details_changed', 'no_reply', 'removal_approved')),
  state            text not null default 'open' check (state in ('open', 'done')),
  opened_at        timestamptz not null default now(),
  -- answered: the patient replied after all. ended: the form request was closed, reopened or marked as sent in error.
  decision         text check (decision in ('reviewed', 'kept', 'contacted_again', 'letter_queued', 'removal_approved', 'removal_withdrawn',
                                            'told', 'answered', 'ended', 'changed_mind', 'final')),
  decided_by       uuid, -- null for a decision that no member took
  decided_at       timestamptz,
  note             text not null default '',
  -- Copies from the form request, so that the queues are counted and filtered from one index.
  form_id          uuid not null,
  specialty        text not null,
  primary key (organisation_id, request_id, queue),
  foreign key (organisation_id, request_id) references form_requests,
  foreign key (organisation_id, decided_by) references members,
  check ((state = 'done') = (decision is not null) and (state = 'done') = (decided_at is not null))
);
create index waiting_list_reviews_open on waiting_list_reviews (organisation_id, queue, opened_at, request_id) include (form_id, specialty)
  where state = 'open';
-- For the figures of a month.
create index waiting_list_reviews_opened on waiting_list_reviews (organisation_id, opened_at) include (queue);
call isolate_by_organisation('waiting_list_reviews');
call follow_the_request('waiting_list_reviews');
grant select, insert, update on waiting_list_reviews to formward_app;

-- A patient has not replied to a waiting-list form. Somebody who was contacted again and stays silent is listed again; somebody whom staff have
-- kept on the waiting list is not.
create function open_no_reply(organisation uuid, request uuid) returns void language sql as $$
  insert into waiting_list_reviews as w (organisation_id, request_id, queue, form_id, specialty)
  select r.organisation_id, r.id, 'no_reply', r.form_id, r.specialty
  from form_requests r join forms f on f.organisation_id = r.organisation_id and f.id = r.form_id
  where r.organisation_id = organisation and r.id = request and f.type = 'waiting_list' and r.completed_at is null
  on conflict (organisation_id, request_id, queue) do update
    set state = 'open', opened_at = now(), decision = null, decided_by = null, decided_at = null, note = ''
    where w.state = 'done' and w.decision <> 'kept'
$$;

-- The queue of patients who have not replied follows the form request, in the transaction that changes it.
create function follow_no_reply() returns trigger language plpgsql as $$
begin
  if new.status = 'expired' then
    perform open_no_reply(new.organisation_id, new.id);
  else
    update waiting_list_reviews
    set state = 'done', decision = case new.status when 'completed' then 'answered' else 'ended' end, decided_at = now()
    where organisation_id = new.organisation_id and request_id = new.id and queue = 'no_reply' and state = 'open';
  end if;
  return null;
end $$;
create trigger follow_no_reply after update of status on form_requests
  for each row when (old.status <> new.status and not (old.status = 'unopened' and new.status = 'opened')
                     and (new.completed_at is null or new.status = 'completed'))
  execute function follow_no_reply();

-- The last reminder has left, or is kept in the outbox.
create function note_last_reminder() returns trigger language plpgsql as $$
begin
  perform open_no_reply(new.organisation_id, new.request_id);
  return null;
end $$;
create trigger note_last_reminder after update of status, sent_at on notifications
  for each row when (new.reminder_number = 3 and (old.sent_at is null and new.sent_at is not null or old.status <> 'kept' and new.status = 'kept'))
  execute function note_last_reminder();

-- Values are added to the lists, and none that another migration has added is lost.
do $$
declare
  added record;
  allowed text;
begin
  for added in select * from (values
    ('form_request_events', 'form_request_events_kind_check', 'waiting_list_decided'),
    ('notifications', 'notifications_category_check', 'removal_approved'),
    ('notification_templates', 'notification_templates_category_check', 'removal_approved')) as list (in_table, check_name, new_value)
  loop
    select pg_get_constraintdef(oid) into strict allowed from pg_constraint where conname = added.check_name;
    execute format('alter table %I drop constraint %I', added.in_table, added.check_name);
    execute format('alter table %I add constraint %I %s', added.in_table, added.check_name,
      replace(allowed, 'ARRAY[', format('ARRAY[%L::text, ', added.new_value)));
  end loop;
end $$;

-- Days in which a patient can change their mind after a removal from the waiting list was approved.
alter table organisations add column removal_days integer not null default 14 check (removal_days between 7 and 90);

-- Removals from the waiting list that a member has approved. The patient is told and can change their mind while the state is approved.
create table waiting_list_removals (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  state            text not null default 'approved' check (state in ('approved', 'changed_mind', 'withdrawn', 'final')),
  reason           text not null default '', -- the note of the member who approved it
  approved_by      uuid not null,
  approved_at      timestamptz not null default now(),
  final_at         timestamptz not null, -- at the earliest
  told_by          uuid, -- the member who told the patient, where no message reached the patient
  told_at          timestamptz,
  ended_by         uuid, -- the member who withdrew it
  ended_at         timestamptz,
  primary key (organisation_id, request_id),
  foreign key (organisation_id, request_id) references form_requests,
  foreign key (organisation_id, approved_by) references members,
  foreign key (organisation_id, told_by) references members,
  foreign key (organisation_id, ended_by) references members,
  check ((state = 'approved') = (ended_at is null))
);
create index waiting_list_removals_approved on waiting_list_removals (organisation_id, final_at) where state = 'approved';
call isolate_by_organisation('waiting_list_removals');
call follow_the_request('waiting_list_removals');
grant select, insert, update on waiting_list_removals to formward_app;

-- For the figures of a month: what was decided about the waiting list.
create index form_request_events_waiting_list on form_request_events (organisation_id, at) where kind = 'waiting_list_decided';

-- Answers and silence before this migration that nobody has dealt with yet. Isolation is suspended, because the owner may not be a superuser.
alter table waiting_list_reviews no force row level security;
alter table chosen_answers no force row level security;
alter table submissions no force row level security;
alter table form_requests no force row level security;
alter table forms no force row level security;
insert into waiting_list_reviews (organisation_id, request_id, queue, opened_at, form_id, specialty)
select distinct on (r.organisation_id, r.id, q.queue) r.organisation_id, r.id, q.queue, s.submitted_at, r.form_id, r.specialty
from chosen_answers a
join forms f on f.organisation_id = a.organisation_id and f.id = a.form_id and f.type = 'waiting_list'
join form_requests r on r.organisation_id = a.organisation_id and r.id = a.request_id and r.status = 'completed'
join submissions s on s.organisation_id = a.organisation_id and s.request_id = a.request_id
cross join lateral (select case a.question
  when 'waiting' then case a.value when '0' then 'not_on_list' when '2' then null else 'not_sure' end
  when 'needed' then case a.value when 'yes' then null when 'no' then 'no_longer_needed' else 'not_sure' end
  when 'changed' then case when a.value in ('no_change', 'better') then null else 'worse' end
  when 'contact' then case a.value when 'yes' then null else 'details_changed' end
  end as queue) q
where q.queue is not null;
insert into waiting_list_reviews (organisation_id, request_id, queue, opened_at, form_id, specialty)
select r.organisation_id, r.id, 'no_reply', r.expires_at, r.form_id, r.specialty
from form_requests r join forms f on f.organisation_id = r.organisation_id and f.id = r.form_id and f.type = 'waiting_list'
where r.status = 'expired' and r.completed_at is null;
alter table forms force row level security;
alter table form_requests force row level security;
alter table submissions force row level security;
alter table chosen_answers force row level security;
alter table waiting_list_reviews force row level security;
