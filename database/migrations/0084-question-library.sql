-- The questions that an organisation keeps for its forms (docs/decisions/0088-question-library.md).
create table library_questions (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default time_ordered_id(),
  name             text not null,
  content          jsonb not null, -- the question with its red flags, translations and source
  -- Lists read these and not the content, which can be large.
  title            text not null generated always as (content #>> '{question,title}') stored,
  type             text not null generated always as (content #>> '{question,type}') stored,
  revision         integer not null default 1,
  updated_by       uuid,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index library_questions_name on library_questions (organisation_id, lower(name));
create trigger touch before update on library_questions for each row execute function touch_updated_at();
call isolate_by_organisation('library_questions');
grant select, insert, update, delete on library_questions to formward_app;
