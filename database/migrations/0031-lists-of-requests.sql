-- The worklist at a million requests. The patient's ward is copied, as the sort name is, so that the ward policy asks its own column and an
-- index answers it.
alter table form_requests add column ward_id uuid;
drop index form_requests_created, form_requests_status, form_requests_name, form_requests_assignee, form_requests_submitted,
  form_requests_urgent, form_requests_unreached, form_requests_pathway, form_requests_form, form_requests_open_version;
alter table form_requests disable trigger touch;
update form_requests r set ward_id = p.ward_id from patients p where p.organisation_id = r.organisation_id and p.id = r.patient_id and p.ward_id is not null;
alter table form_requests enable trigger touch;

-- A patient's new name or ward reaches their requests in the same transaction.
drop trigger copy_name on patients;
drop function copy_patient_name;
create function copy_patient() returns trigger language plpgsql as $$
begin
  update form_requests set patient_name_key = new.name_key, ward_id = new.ward_id
  where organisation_id = new.organisation_id and patient_id = new.id;
  return null;
end $$;
create trigger copy_patient after update of name_key, ward_id on patients
  for each row when (old.name_key is distinct from new.name_key or old.ward_id is distinct from new.ward_id) execute function copy_patient();

drop policy ward_access on form_requests;
create policy ward_access on form_requests as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));

-- One index for each order, read forwards or backwards: what is blank is a range of its own. Of what many have in common, those created first
-- come first, so that a filter on it keeps the usual order. The ward is carried along, as a deep page must not read the rows it passes over.
create index form_requests_created on form_requests (organisation_id, created_at, id) include (ward_id);
create index form_requests_updated on form_requests (organisation_id, updated_at, id) include (ward_id);
create index form_requests_submitted on form_requests (organisation_id, completed_at, id) include (ward_id);
create index form_requests_notified on form_requests (organisation_id, notified_at, id) include (ward_id);
create index form_requests_expires on form_requests (organisation_id, expires_at, id) include (ward_id);
create index form_requests_name on form_requests (organisation_id, patient_name_key, id) include (ward_id);
create index form_requests_pathway on form_requests (organisation_id, pathway_id, id) include (ward_id);
create index form_requests_status on form_requests (organisation_id, status, created_at, id) include (ward_id);
create index form_requests_specialty on form_requests (organisation_id, specialty, created_at, id) include (ward_id);
create index form_requests_location on form_requests (organisation_id, location, created_at, id) include (ward_id);
create index form_requests_event on form_requests (organisation_id, event, created_at, id) include (ward_id);
create index form_requests_form on form_requests (organisation_id, form_id, created_at, id) include (ward_id);
-- Whose work it is goes with what is still to be done of it.
create index form_requests_assignee on form_requests (organisation_id, assignee_id, created_at, id) include (ward_id, status);
create index form_requests_urgent on form_requests (organisation_id, created_at, id) include (ward_id) where is_urgent;
create index form_requests_unreached on form_requests (organisation_id, created_at, id) include (ward_id) where is_unreached;
create index form_requests_open_version on form_requests (organisation_id, form_id, form_version, status) include (ward_id)
  where status in ('unopened', 'opened');
