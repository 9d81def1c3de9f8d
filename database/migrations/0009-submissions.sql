create table submissions (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  request_id       uuid not null,
  form_id          uuid not null,
  form_version     integer not null,
  answers          jsonb not null,
  channel          text not null default 'web',
  submitted_at     timestamptz not null default now(),
  primary key (organisation_id, id),
  unique (organisation_id, request_id),
  foreign key (organisation_id, request_id) references form_requests,
  foreign key (organisation_id, form_id, form_version) references form_versions
);
-- The submissions of a form, newest first: of one version, and of all.
create index submissions_of_form on submissions (organisation_id, form_id, form_version, submitted_at desc);
create index submissions_in_order on submissions (organisation_id, form_id, submitted_at desc, id desc);
call isolate_by_organisation('submissions');
call follow_the_request('submissions');
grant select, insert on submissions to formward_app;

create function mark_submitted() returns trigger language plpgsql as $$
begin
  update patients p set is_submitted = true
  from form_requests r
  where r.organisation_id = new.organisation_id and r.id = new.request_id
    and p.organisation_id = r.organisation_id and p.id = r.patient_id and not p.is_submitted;
  return null;
end $$;
create trigger mark_submitted after insert on submissions for each row execute function mark_submitted();

-- The scores of the answers, calculated when the patient submits them. A later version of the form does not change them.
create table submission_scores (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  score_id         text not null,
  position         integer not null, -- among the scores of the form
  patient_id       uuid not null,
  form_id          uuid not null,
  form_version     integer not null,
  name             text not null,
  value            double precision, -- null while a question that counts is unanswered
  band             text,
  formula          text not null,
  answered         integer not null,
  out_of           integer not null,
  submitted_at     timestamptz not null default now(),
  primary key (organisation_id, request_id, score_id),
  foreign key (organisation_id, request_id) references submissions (organisation_id, request_id),
  foreign key (organisation_id, patient_id) references patients,
  foreign key (organisation_id, form_id, form_version) references form_versions
);
create index submission_scores_of_patient on submission_scores (organisation_id, patient_id, submitted_at desc);
-- Deleting a form that was never sent deletes its versions, and the foreign key looks for the scores of each version.
create index submission_scores_of_version on submission_scores (organisation_id, form_id, form_version);
call isolate_by_organisation('submission_scores');
call follow_the_request('submission_scores');
grant select, insert on submission_scores to formward_app;

-- The red flags of the answers, kept like the scores.
create table raised_flags (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  flag_id          text not null,
  position         integer not null, -- among the red flags of the form
  name             text not null,
  alert_minutes    integer, -- how long the answers may stay unread before an alert is sent; null where no alert is sent
  raised_at        timestamptz not null default now(),
  alerted_at       timestamptz, -- when an alert was sent, because nobody had read the answers
  primary key (organisation_id, request_id, flag_id),
  foreign key (organisation_id, request_id) references submissions (organisation_id, request_id)
);
call isolate_by_organisation('raised_flags');
call follow_the_request('raised_flags');
grant select, insert, update (alerted_at) on raised_flags to formward_app;

-- The members an alert is sent to, each once.
create table flag_alerts (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  member_id        uuid not null,
  status           text not null default 'queued' check (status in ('queued', 'kept', 'sent', 'failed')),
  created_at       timestamptz not null default now(),
  primary key (organisation_id, request_id, member_id),
  foreign key (organisation_id, request_id) references submissions (organisation_id, request_id),
  foreign key (organisation_id, member_id) references members
);
call isolate_by_organisation('flag_alerts');
call follow_the_request('flag_alerts');
grant select, insert, update (status) on flag_alerts to formward_app;
