-- What patients and their requests have in common, once both tables stand.

-- Who may not see a patient may not see what was sent to them either (MEM-4).
create policy ward_access on form_requests as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from patients p where p.organisation_id = form_requests.organisation_id and p.id = form_requests.patient_id));

create function mark_submitted() returns trigger language plpgsql as $$
begin
  update patients p set is_submitted = true
  from form_requests r
  where r.organisation_id = new.organisation_id and r.id = new.request_id
    and p.organisation_id = r.organisation_id and p.id = r.patient_id and not p.is_submitted;
  return null;
end $$;
create trigger mark_submitted after insert on submissions for each row execute function mark_submitted();
