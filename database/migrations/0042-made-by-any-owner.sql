-- Forced row-level security holds for an owner who is no superuser, too, and shows them no organisation's rows: what 0031 to 0033 made from the rows
-- that were there was made from none. For such an owner it is made now.
do $$
declare
  isolated regclass[] := '{organisations,patients,patient_words,patient_counts,form_requests,form_request_changes,form_request_counts}';
  one regclass;
begin
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then return; end if;
  foreach one in array isolated loop execute format('alter table %s no force row level security', one); end loop;
  alter table form_requests disable trigger user;
  update form_requests r set ward_id = p.ward_id from patients p
  where p.organisation_id = r.organisation_id and p.id = r.patient_id and r.ward_id is distinct from p.ward_id;
  alter table form_requests enable trigger user;
  perform rebuild_patient_words();
  perform rebuild_patient_counts();
  perform rebuild_form_request_counts();
  foreach one in array isolated loop execute format('alter table %s force row level security', one); end loop;
end $$;

-- Whoever makes them anew without seeing every row is refused, instead of being left with counts of nothing.
alter function rebuild_patient_words() set row_security = off;
alter function rebuild_patient_counts() set row_security = off;
alter function rebuild_form_request_counts() set row_security = off;
