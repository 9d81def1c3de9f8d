-- Where ward access is 'assigned', everything that comes from a patient follows the patient (MEM-4): a query that forgets to ask cannot tell.

create procedure follow_the_request(t regclass) language plpgsql as $$
begin
  execute format($policy$
    create policy ward_access on %1$s as restrictive
      using ((select ward_limited_member()) is null
        or exists (select from form_requests r where r.organisation_id = %1$s.organisation_id and r.id = %1$s.request_id))$policy$, t);
end $$;
call follow_the_request('form_request_events');
call follow_the_request('patient_links');
call follow_the_request('patient_sessions');
call follow_the_request('answer_drafts');
call follow_the_request('submissions');
call follow_the_request('notifications');

-- Mail to colleagues has no notification behind it; who reads that is for the verb to say.
create policy ward_access on outbox_messages as restrictive
  using ((select ward_limited_member()) is null or notification_id is null
    or exists (select from notifications n where n.organisation_id = outbox_messages.organisation_id and n.id = notification_id));

-- A file holds people of every ward: who is limited to some sees only what they brought themselves.
create policy ward_access on import_jobs as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
create policy ward_access on import_files as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from import_jobs j where j.organisation_id = import_files.organisation_id and j.id = job_id));
create policy ward_access on import_rows as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from import_jobs j where j.organisation_id = import_rows.organisation_id and j.id = job_id));
create policy ward_access on export_jobs as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
