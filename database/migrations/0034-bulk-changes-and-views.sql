-- One act on many form requests. Which they are is written down when it begins, so that what was seen is what is changed.
create table bulk_changes (
  organisation_id     uuid not null default current_organisation() references organisations,
  id                  uuid not null default gen_random_uuid(),
  act                 text not null check (act in ('assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error')),
  assignee_id         uuid, -- to whom, when they are assigned
  takes_over          boolean not null default false,
  status              text not null default 'running' check (status in ('running', 'failed', 'completed', 'cancelled', 'stopped')),
  trouble             text not null default '', -- why it has failed or stopped
  total_requests      integer not null default 0,
  done_requests       integer not null default 0,
  refused_requests    integer not null default 0,
  created_by          uuid not null,
  created_at          timestamptz not null default now(),
  ended_at            timestamptz,
  results_removed_at  timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, assignee_id) references members
);
create index bulk_changes_newest on bulk_changes (organisation_id, created_by, created_at desc, id);
create index bulk_changes_with_results on bulk_changes (organisation_id, ended_at) where results_removed_at is null;
call isolate_by_organisation('bulk_changes');
grant select, insert, update on bulk_changes to formward_app;

create table bulk_change_requests (
  organisation_id  uuid not null default current_organisation() references organisations,
  change_id        uuid not null,
  request_id       uuid not null,
  outcome          text not null default 'waiting' check (outcome in ('waiting', 'done', 'taken_control', 'conflict', 'not_found')), -- the once-only mark
  reason           text not null default '',
  primary key (organisation_id, change_id, request_id),
  foreign key (organisation_id, change_id) references bulk_changes,
  foreign key (organisation_id, request_id) references form_requests
);
create index bulk_change_requests_waiting on bulk_change_requests (organisation_id, change_id, request_id) where outcome = 'waiting';
call isolate_by_organisation('bulk_change_requests');
grant select, insert, update, delete on bulk_change_requests to formward_app;

-- Who is limited to some wards sees what they themselves began, and of its requests only those they may see (MEM-4).
create policy ward_access on bulk_changes as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
create policy ward_access on bulk_change_requests as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from bulk_changes c where c.organisation_id = bulk_change_requests.organisation_id and c.id = change_id));

-- The worklist as one member likes to see it.
create table saved_views (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  member_id        uuid not null,
  name             text not null,
  filters          jsonb not null default '{}',
  sort             text not null default '',
  page_size        integer not null default 10,
  position         integer not null default 0,
  is_default       boolean not null default false,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, member_id) references members on delete cascade
);
create unique index saved_views_name on saved_views (organisation_id, member_id, lower(name));
create unique index saved_views_default on saved_views (organisation_id, member_id) where is_default;
create trigger touch before update on saved_views for each row execute function touch_updated_at();
call isolate_by_organisation('saved_views');
grant select, insert, update, delete on saved_views to formward_app;
