-- What a form makes of its answers when they are sent, kept as it was then, whatever the form becomes. The application adds and reads.
create table submission_scores (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  score_id         text not null,
  position         integer not null, -- among the scores of its form
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
call isolate_by_organisation('submission_scores');
call follow_the_request('submission_scores');
grant select, insert on submission_scores to formward_app;

create table raised_flags (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  flag_id          text not null,
  position         integer not null, -- among the red flags of its form
  name             text not null,
  alert_minutes    integer, -- how long the answers may lie unread; null where nobody is alerted
  raised_at        timestamptz not null default now(),
  alerted_at       timestamptz, -- when somebody was, as nobody had read the answers
  primary key (organisation_id, request_id, flag_id),
  foreign key (organisation_id, request_id) references submissions (organisation_id, request_id)
);
call isolate_by_organisation('raised_flags');
call follow_the_request('raised_flags');
grant select, insert, update (alerted_at) on raised_flags to formward_app;

-- Whom an alert goes to, each once.
create table flag_alerts (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  member_id        uuid not null,
  status           text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  created_at       timestamptz not null default now(),
  primary key (organisation_id, request_id, member_id),
  foreign key (organisation_id, request_id) references submissions (organisation_id, request_id),
  foreign key (organisation_id, member_id) references members
);
call isolate_by_organisation('flag_alerts');
call follow_the_request('flag_alerts');
grant select, insert, update (status) on flag_alerts to formward_app;

alter table form_request_events
  drop constraint form_request_events_kind_check,
  add constraint form_request_events_kind_check check (kind in ('created', 'queued', 'sent', 'delivered', 'not_delivered', 'reminded', 'opened',
    'saved', 'completed', 'flagged', 'alerted', 'not_alerted', 'assigned', 'unassigned', 'closed', 'reopened', 'sent_in_error', 'expired',
    'auto_closed', 'locked', 'unlocked'));
