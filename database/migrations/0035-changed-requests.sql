-- Which form requests a transaction has changed is said to the process that commits it, as a notice on its own connection; it tells the others
-- afterwards, several changes at once (docs/decisions/0022). A trigger that called pg_notify itself would make all commits queue up behind one lock.
create function say_changed(organisation uuid, ids uuid[]) returns void language plpgsql as $$
begin
  -- More than forty are told as "many": whoever listens asks again.
  raise notice using errcode = 'FW001',
    message = organisation || case when cardinality(ids) > 40 then '' else ' ' || array_to_string(ids, ',') end;
end $$;

create function say_changed_requests() returns trigger language plpgsql as $$
declare organisation uuid;
begin
  for organisation in select distinct organisation_id from changed loop
    perform say_changed(organisation, array(select distinct id from changed where organisation_id = organisation limit 41));
  end loop;
  return null;
end $$;
create trigger say_added after insert on form_requests referencing new table as changed for each statement execute function say_changed_requests();
create trigger say_changed after update on form_requests referencing new table as changed for each statement execute function say_changed_requests();

-- How its latest message fared stands in a request's row, too.
create function say_changed_messages() returns trigger language plpgsql as $$
declare organisation uuid;
begin
  for organisation in select distinct organisation_id from changed loop
    perform say_changed(organisation, array(select distinct request_id from changed where organisation_id = organisation limit 41));
  end loop;
  return null;
end $$;
create trigger say_added after insert on notifications referencing new table as changed for each statement execute function say_changed_messages();
create trigger say_changed after update on notifications referencing new table as changed for each statement execute function say_changed_messages();

-- And who the patient is; their ward decides who sees the row at all.
create function say_changed_patient() returns trigger language plpgsql as $$
begin
  perform say_changed(new.organisation_id,
    array(select id from form_requests where organisation_id = new.organisation_id and patient_id = new.id limit 41));
  return null;
end $$;
create trigger say_changed after update on patients for each row
  when ((old.first_name, old.last_name, old.nhs_number, old.date_of_birth, old.ward_id)
        is distinct from (new.first_name, new.last_name, new.nhs_number, new.date_of_birth, new.ward_id))
  execute function say_changed_patient();
