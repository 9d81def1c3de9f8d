-- The answers to questions with one choice, one row for each, so that the worklist can be filtered by them (docs/decisions/0046-filters-on-answers.md).
-- They are written with the submission and never change.
create table chosen_answers (
  organisation_id  uuid not null default current_organisation(),
  request_id       uuid not null,
  question         text not null collate "C",
  value            text not null collate "C",
  form_id          uuid not null,
  created_at       timestamptz not null -- of the form request, so that the index below has the order of the worklist
);
call isolate_by_organisation('chosen_answers');
call follow_the_request('chosen_answers');
grant select, insert on chosen_answers to formward_app;

-- All rows made again from the submissions, after rows were loaded without the application. The types are those with one choice
-- (singleChoicesOf in domain/form/chosen-answers.ts). row_security = off: an owner who cannot see every row gets an error.
create function rebuild_chosen_answers() returns void language plpgsql set work_mem = '256MB' set row_security = off as $$
begin
  delete from chosen_answers;
  insert into chosen_answers (organisation_id, request_id, question, value, form_id, created_at)
  select s.organisation_id, s.request_id, q.question, s.answers ->> q.question, s.form_id, r.created_at
  from submissions s
  join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id
  join (
    select distinct v.organisation_id, v.form_id, v.version, e.value ->> 'id' as question
    from form_versions v cross join lateral jsonb_array_elements(v.definition -> 'questions') e
    where e.value ->> 'type' in ('single_select', 'dropdown', 'yes_no', 'scale')) q
    on q.organisation_id = s.organisation_id and q.form_id = s.form_id and q.version = s.form_version
  where jsonb_typeof(s.answers -> q.question) = 'string' and btrim(s.answers ->> q.question) <> '';
end $$;
revoke execute on function rebuild_chosen_answers from public;

-- Isolation is suspended, because the owner may not be a superuser.
alter table chosen_answers no force row level security;
alter table submissions no force row level security;
alter table form_requests no force row level security;
alter table form_versions no force row level security;
select rebuild_chosen_answers();
alter table form_versions force row level security;
alter table form_requests force row level security;
alter table submissions force row level security;
alter table chosen_answers force row level security;

-- Added afterwards, because a million submissions have several million answers.
alter table chosen_answers
  add primary key (organisation_id, request_id, question),
  add foreign key (organisation_id) references organisations,
  add foreign key (organisation_id, request_id) references submissions (organisation_id, request_id);
-- The form requests with one answer, in the order of the worklist.
create index chosen_answers_in_order on chosen_answers (organisation_id, question, value, form_id, created_at, request_id);
-- An answer to one question depends on the form, so the planner must not multiply their frequencies.
create statistics chosen_answers_together (mcv) on form_id, question, value from chosen_answers;
