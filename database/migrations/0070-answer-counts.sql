-- The answers to the forms, counted by form, version, ward, question and answer, so that the analytics of a form need not read its submissions
-- (docs/decisions/0069-answers-counted.md). Triggers add what each submission adds to answer_changes, in the same transaction and without waiting. The
-- worker adds these rows to answer_counts. A query adds both together. Submissions are never changed or deleted; only the ward of the patient changes.
create table answer_changes (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               bigint generated always as identity,
  form_id          uuid not null,
  form_version     integer not null,
  ward_id          uuid,
  answers          jsonb not null, -- as tallied_answers() gives them, without free text
  count            integer not null, -- 1, or -1 where the answers are no longer those of this ward
  primary key (organisation_id, id)
);
call isolate_by_organisation('answer_changes');
-- with check (true): what a member of some wards does is counted, whichever ward it belongs to.
create policy ward_access on answer_changes as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())))
  with check (true);
grant select, insert, delete on answer_changes to formward_app;

-- Ward '' stands for all patients. Patients without a ward are in '' only, because no member who is limited to wards sees them.
create table answer_counts (
  organisation_id  uuid not null default current_organisation() references organisations,
  form_id          uuid not null,
  ward             text not null collate "C",
  form_version     integer not null,
  question         text not null collate "C",
  kind             text not null collate "C" check (kind in ('asked', 'answered', 'value')),
  value            text not null collate "C", -- an option or a number; '' for the other kinds
  count            bigint not null,
  primary key (organisation_id, form_id, ward, form_version, question, kind, value)
);
call isolate_by_organisation('answer_counts');
create policy ward_access on answer_counts as restrictive
  using ((select ward_limited_member()) is null
    or ward in (select ward_id::text from member_wards where member_id = (select ward_limited_member())))
  with check (true);
grant select, insert, update on answer_counts to formward_app;

-- What is counted of an answer: options and numbers as they are, false if it is empty, true for any other answer. So neither free text nor an answer
-- to a question that could identify the patient is kept. The types are those that the analytics count; a test in
-- server/forms/analytics/analytics.test.ts compares them.
create function tallied_answer(question jsonb, answer jsonb) returns jsonb language sql immutable parallel safe as $$
  select case
    when answer = '[]' or coalesce(answer #>> '{}', '') !~ '[^[:space:]]' then 'false'::jsonb
    when question -> 'identifying' = 'true' then 'true'::jsonb
    when question ->> 'type' in ('single_select', 'dropdown', 'multi_select', 'yes_no') then answer
    when question ->> 'type' in ('number', 'scale') and answer #>> '{}' ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$' then answer
    else 'true'::jsonb
  end
$$;
create function tallied_answers(definition jsonb, answers jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(e.key, tallied_answer(q.question, e.value)), '{}')
  from jsonb_each(answers) e left join jsonb_array_elements(definition -> 'questions') q (question) on q.question ->> 'id' = e.key
$$;

-- The counts that an answer of tallied_answers() belongs to. An answer to a multi-select has one for each option.
create function counts_of_answer(answer jsonb) returns table (kind text, value text) language sql immutable parallel safe as $$
  select 'asked', ''
  union all
  select 'answered', '' where answer <> 'false'
  union all
  select 'value', v.value
  from jsonb_array_elements_text(case jsonb_typeof(answer) when 'array' then answer when 'string' then jsonb_build_array(answer) else '[]' end) v (value)
$$;

create function count_answers_added() returns trigger language plpgsql as $$
begin
  insert into answer_changes (organisation_id, form_id, form_version, ward_id, answers, count)
  select s.organisation_id, s.form_id, s.form_version, r.ward_id, tallied_answers(v.definition, s.answers), 1
  from added s
  join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id
  join form_versions v on v.organisation_id = s.organisation_id and v.form_id = s.form_id and v.version = s.form_version;
  return null;
end $$;
create trigger count_added after insert on submissions referencing new table as added for each statement execute function count_answers_added();

create function count_answers_moved() returns trigger language plpgsql as $$
begin
  insert into answer_changes (organisation_id, form_id, form_version, ward_id, answers, count)
  select s.organisation_id, s.form_id, s.form_version, w.ward_id, tallied_answers(v.definition, s.answers), w.count
  from submissions s
  join form_versions v on v.organisation_id = s.organisation_id and v.form_id = s.form_id and v.version = s.form_version
  cross join (values (old.ward_id, -1), (new.ward_id, 1)) w (ward_id, count)
  where s.organisation_id = new.organisation_id and s.request_id = new.id;
  return null;
end $$;
create trigger count_moved after update of ward_id on form_requests
  for each row when (old.ward_id is distinct from new.ward_id) execute function count_answers_moved();

-- Adds the changes to the counts. One transaction at a time in each organisation; the others leave the work to it.
create procedure fold_answer_changes() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold answer changes'), hashtext(current_organisation()::text)) then return; end if;
  with taken as (
    delete from answer_changes where organisation_id = current_organisation() returning *),
  summed as (
    select t.organisation_id, t.form_id, t.form_version, t.ward_id, e.key as question, e.value as answer, sum(t.count) as count
    from taken t cross join lateral jsonb_each(t.answers) e
    group by 1, 2, 3, 4, 5, 6 having sum(t.count) <> 0)
  insert into answer_counts as kept (organisation_id, form_id, ward, form_version, question, kind, value, count)
  select s.organisation_id, s.form_id, w.ward, s.form_version, s.question, c.kind, c.value, sum(s.count)
  from summed s
  cross join lateral counts_of_answer(s.answer) c
  cross join lateral (select '' union all select s.ward_id::text where s.ward_id is not null) w (ward)
  group by 1, 2, 3, 4, 5, 6, 7 having sum(s.count) <> 0
  order by 1, 2, 3, 4, 5, 6, 7 -- rows that a query reads together are stored together
  on conflict (organisation_id, form_id, ward, form_version, question, kind, value) do update set count = kept.count + excluded.count;
end $$;
grant execute on procedure fold_answer_changes to formward_app;

-- The counts of an organisation that has none, from its submissions.
create procedure count_answers(organisation uuid) language plpgsql set work_mem = '256MB' as $$
begin
  with questions as (
    select v.form_id, v.version, q.question, q.question ->> 'id' as id
    from form_versions v cross join lateral jsonb_array_elements(v.definition -> 'questions') q (question)
    where v.organisation_id = organisation),
  summed as (
    select s.form_id, s.form_version, r.ward_id, e.key as question, tallied_answer(q.question, e.value) as answer, count(*) as count
    from submissions s
    join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id
    cross join lateral jsonb_each(s.answers) e
    left join questions q on q.form_id = s.form_id and q.version = s.form_version and q.id = e.key
    where s.organisation_id = organisation
    group by 1, 2, 3, 4, 5)
  insert into answer_counts (organisation_id, form_id, ward, form_version, question, kind, value, count)
  select organisation, s.form_id, w.ward, s.form_version, s.question, c.kind, c.value, sum(s.count)
  from summed s
  cross join lateral counts_of_answer(s.answer) c
  cross join lateral (select '' union all select s.ward_id::text where s.ward_id is not null) w (ward)
  group by 2, 3, 4, 5, 6, 7
  order by 2, 3, 4, 5, 6, 7;
end $$;
revoke execute on procedure count_answers from public;

-- All counts made again from the submissions, after rows were loaded without triggers, while nobody writes submissions. row_security = off: an owner who
-- cannot see every row gets an error instead of empty tables.
create function rebuild_answer_counts() returns void language plpgsql set row_security = off as $$
declare organisation uuid;
begin
  delete from answer_changes;
  delete from answer_counts;
  for organisation in select id from organisations loop
    call count_answers(organisation);
  end loop;
end $$;
revoke execute on function rebuild_answer_counts from public;

-- The counts of the submissions that are there. The triggers have locked the tables against writers, and readers go on. The owner may be restricted by
-- row-level security, so each organisation is bound in turn; the system organisation sees the ids of all.
do $$
declare
  organisation uuid;
  organisations uuid[];
begin
  perform set_config('app.organisation_id', '00000000-0000-0000-0000-000000000000', true);
  organisations := array(select id from organisations);
  foreach organisation in array organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    call count_answers(organisation);
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
