-- The words of the patients' names, each with what the list asks of a patient: a search reads one stretch of one index and no row, however common
-- the name. What a word begins with is asked as a range: row-level security keeps LIKE away from every index (it is not leakproof).
create table patient_words (
  organisation_id  uuid not null default current_organisation(),
  is_archived      boolean not null,
  word             text not null collate "C",
  name_key         text not null collate "C",
  patient_id       uuid not null,
  ward_id          uuid,
  primary key (organisation_id, is_archived, word, name_key, patient_id) include (ward_id)
);
call isolate_by_organisation('patient_words');
create policy ward_access on patient_words as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));
grant select on patient_words to formward_app;

create function keep_words_of_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select distinct p.organisation_id, p.is_archived, word, p.name_key, p.id, p.ward_id from added p cross join string_to_table(p.name_key, ' ') word;
  return null;
end $$;
create function keep_words_of_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from patient_words w
  where w.organisation_id = old.organisation_id and w.is_archived = old.is_archived and w.word = any(string_to_array(old.name_key, ' '))
    and w.name_key = old.name_key and w.patient_id = old.id;
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select distinct new.organisation_id, new.is_archived, word, new.name_key, new.id, new.ward_id from string_to_table(new.name_key, ' ') word;
  return null;
end $$;
create trigger keep_words_added after insert on patients referencing new table as added
  for each statement execute function keep_words_of_added();
create trigger keep_words_changed after update on patients
  for each row when ((old.name_key, old.is_archived, old.ward_id) is distinct from (new.name_key, new.is_archived, new.ward_id))
  execute function keep_words_of_changed();

-- Patients whose name has every one of the words as the beginning of a part of it, each of them once; the first word is the one looked up.
-- It asks with the rights of whoever searches, and is short enough to become a part of their query.
drop function search_patients(text[]);
create function search_patients(words text[]) returns table (patient_id uuid, name_key text, is_archived boolean) language sql stable
  begin atomic
    select w.patient_id, w.name_key, w.is_archived from patient_words w
    where w.word >= words[1] and w.word < words[1] || U&'\+10FFFF'
      and ' ' || w.name_key like all (array(select '% ' || regexp_replace(other, '([%_\\])', '\\\1', 'g') || '%' from unnest(words[2:]) other))
      -- Two parts of one name may begin alike: the first of them in the alphabet counts.
      and (' ' || w.name_key not like '% ' || words[1] || '% ' || words[1] || '%'
        or w.word = (select min(part) from string_to_table(w.name_key, ' ') part where starts_with(part, words[1])));
  end;
drop index patients_name_parts;

-- How many patients there are of each kind, so that no list is counted. Only ever added to: who changes a patient waits for nobody who changes
-- another. What was added is summed up now and then, by whoever comes by and is alone in it; the sum is true before, after and meanwhile.
create table patient_counts (
  organisation_id   uuid not null default current_organisation() references organisations,
  id                bigint generated always as identity,
  is_archived       boolean not null,
  sex               text,
  preferred_method  text,
  admission_status  text not null,
  ward_id           uuid,
  patients          bigint not null,
  primary key (organisation_id, id)
);
call isolate_by_organisation('patient_counts');
create policy ward_access on patient_counts as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));
grant select on patient_counts to formward_app;

create procedure sum_patient_counts(organisation uuid) language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('patient counts of ' || organisation, 0)) then return; end if;
  with several as (
    select array_agg(id) as ids from patient_counts where organisation_id = organisation
    group by is_archived, sex, preferred_method, admission_status, ward_id having count(*) > 1
  ), gone as (
    delete from patient_counts where organisation_id = organisation and id in (select unnest(ids) from several) returning *
  )
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients)
  select organisation, is_archived, sex, preferred_method, admission_status, ward_id, sum(patients) from gone
  group by is_archived, sex, preferred_method, admission_status, ward_id having sum(patients) <> 0;
end $$;
revoke execute on procedure sum_patient_counts from public;

create function count_kinds_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kinds bigint;
  organisation uuid;
begin
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients)
  select organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, count(*) from added group by 1, 2, 3, 4, 5, 6;
  get diagnostics kinds = row_count;
  if kinds > 0 and lastval() / 64 <> (lastval() - kinds) / 64 then
    select organisation_id into organisation from added limit 1;
    call sum_patient_counts(organisation);
  end if;
  return null;
end $$;
create function count_kinds_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients) values
    (old.organisation_id, old.is_archived, old.sex, old.preferred_method, old.admission_status, old.ward_id, -1),
    (new.organisation_id, new.is_archived, new.sex, new.preferred_method, new.admission_status, new.ward_id, 1);
  if lastval() / 64 <> (lastval() - 2) / 64 then call sum_patient_counts(new.organisation_id); end if;
  return null;
end $$;
create trigger count_kinds_added after insert on patients referencing new table as added
  for each statement execute function count_kinds_added();
create trigger count_kinds_changed after update on patients
  for each row when ((old.is_archived, old.sex, old.preferred_method, old.admission_status, old.ward_id)
    is distinct from (new.is_archived, new.sex, new.preferred_method, new.admission_status, new.ward_id))
  execute function count_kinds_changed();

-- Few of a kind are found by it, whatever is left out of it, instead of along an order that has to pass by everybody else.
create index patients_kinds on patients (organisation_id, is_archived, ward_id, admission_status, preferred_method, sex);
-- How many begin with some digits is counted in the index; the number is carried along because who is found by both counts once.
drop index patients_local_patient_id;
create index patients_local_patient_id on patients (organisation_id, is_archived, local_patient_id) include (nhs_number, ward_id)
  where local_patient_id is not null;

-- Made anew from the patients, for those who were there before, or came by a road that wakes no trigger.
create function rebuild_patient_words() returns void language plpgsql as $$
begin
  truncate patient_words;
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select distinct p.organisation_id, p.is_archived, word, p.name_key, p.id, p.ward_id from patients p cross join string_to_table(p.name_key, ' ') word
  order by 1, 2, 3, 4, 5;
end $$;
create function rebuild_patient_counts() returns void language plpgsql as $$
begin
  truncate patient_counts;
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients)
  select organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, count(*) from patients group by 1, 2, 3, 4, 5, 6;
end $$;
revoke execute on function rebuild_patient_words, rebuild_patient_counts from public;
select rebuild_patient_words();
select rebuild_patient_counts();
