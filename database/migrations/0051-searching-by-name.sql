-- Names are found in every usual writing (domain/patient-name.ts): a name key joins the parts of one name by hyphens, 'de-souza anna-maria', so that
-- "desouza" finds her as "de souza" does, and the words of it hold where each part begins, written on to the end of its name.
create function words_of_name(name_key text) returns setof text language sql immutable as $$
  select distinct array_to_string((string_to_array(name, '-'))[place:], '')
  from string_to_table(name_key, ' ') name, generate_series(1, cardinality(string_to_array(name, '-'))) place
  where name <> ''
$$;

create or replace function keep_words_of_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select p.organisation_id, p.is_archived, word, p.name_key, p.id, p.ward_id from added p cross join words_of_name(p.name_key) word;
  return null;
end $$;
create or replace function keep_words_of_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from patient_words w
  where w.organisation_id = old.organisation_id and w.is_archived = old.is_archived and w.word = any(array(select words_of_name(old.name_key)))
    and w.name_key = old.name_key and w.patient_id = old.id;
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select new.organisation_id, new.is_archived, word, new.name_key, new.id, new.ward_id from words_of_name(new.name_key) word;
  return null;
end $$;
create or replace function rebuild_patient_words() returns void language plpgsql as $$
begin
  truncate patient_words;
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select p.organisation_id, p.is_archived, word, p.name_key, p.id, p.ward_id from patients p cross join words_of_name(p.name_key) word
  order by 1, 2, 3, 4, 5;
end $$;

-- The search is written in server/patients/patient-search.sql.ts.
drop function search_patients(text[]);

-- Name keys in their new form: the parts stand in the old one, the last name says how many of them are its own. Other signs than hyphens part names,
-- too. Nothing about a patient or a form request changes by it, so no trigger has to know.
alter table patients no force row level security;
alter table form_requests no force row level security;
alter table patient_words no force row level security;
alter table patients disable trigger user;
alter table form_requests disable trigger user;
with parted as (
  select organisation_id, id, name_key,
    string_to_array(trim(regexp_replace(name_key, '[][ !"#$%&()*+,/:;<=>?@\\^_{|}~-]+', ' ', 'g')), ' ') as parts,
    cardinality(array_remove(regexp_split_to_array(
      regexp_replace(normalize(last_name, NFKD), '[''’‘ʼ`´.\u0300-\u036f]', '', 'g'),
      '[][\s!"#$%&()*+,/:;<=>?@\\^_{|}~\u00a0\u2000-\u200a\u202f\u3000\u00ad\u2010-\u2015\u2212\uff0d-]+'), '')) as last
  from patients
), keyed as (
  select organisation_id, id, name_key,
    concat_ws(' ', nullif(array_to_string(parts[:last], '-'), ''), nullif(array_to_string(parts[last + 1:], '-'), '')) as new_key
  from parted where cardinality(parts) > 2 or name_key <> array_to_string(parts, ' ')
)
update patients p set name_key = k.new_key from keyed k where p.organisation_id = k.organisation_id and p.id = k.id and k.new_key <> k.name_key;
update form_requests r set patient_name_key = p.name_key from patients p
where p.organisation_id = r.organisation_id and p.id = r.patient_id and r.patient_name_key <> p.name_key;
select rebuild_patient_words();

-- Local patient IDs are found in any case. A column of its own: lower() is not leakproof, so row-level security keeps it away from an index.
alter table patients add column local_patient_id_key text collate "C" generated always as (lower(local_patient_id)) stored;
drop index patients_local_patient_id;
create index patients_local_patient_id on patients (organisation_id, is_archived, local_patient_id_key) include (nhs_number, ward_id)
  where local_patient_id_key is not null;

alter table patients enable trigger user;
alter table form_requests enable trigger user;
alter table patients force row level security;
alter table form_requests force row level security;
alter table patient_words force row level security;
