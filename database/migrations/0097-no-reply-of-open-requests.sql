-- The last reminder can be recorded after staff have closed the form request or marked it as sent in error. Such a form request is not listed as
-- without a reply: it has ended, and only the change that ends one takes it out of the queue (0034-waiting-list.sql).
create or replace function open_no_reply(organisation uuid, request uuid) returns void language sql as $$
  insert into waiting_list_reviews as w (organisation_id, request_id, queue, form_id, specialty)
  select r.organisation_id, r.id, 'no_reply', r.form_id, r.specialty
  from form_requests r join forms f on f.organisation_id = r.organisation_id and f.id = r.form_id
  where r.organisation_id = organisation and r.id = request and f.type = 'waiting_list' and r.completed_at is null
    and r.status in ('unopened', 'opened', 'expired')
  on conflict (organisation_id, request_id, queue) do update
    set state = 'open', opened_at = now(), decision = null, decided_by = null, decided_at = null, note = ''
    where w.state = 'done' and w.decision <> 'kept'
$$;
