-- What every other file uses: extensions, the role of the application, and isolation between organisations.
-- The files 0001 to 0014 are the starting schema of version 0.2.0. They are never edited; a change is a new file (CONTRIBUTING.md).

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- Roles belong to the whole cluster, so another database may have created this role already. The application signs in as this role or as a
-- member of this role (docs/decisions/0029-two-database-roles.md).
do $$ begin
  create role formward_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant formward_app to %I', current_user);
exception when invalid_grant_operation then null;
end $$;
grant usage on schema public to formward_app;

-- The organisation of this transaction. Null when the transaction has none; then no row of any organisation is visible.
create function current_organisation() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.organisation_id', true), '')::uuid $$;

-- Every table with an organisation_id calls this procedure: a query without a filter still sees the rows of one organisation only. Row-level
-- security is forced, so the rule also holds for the owner of the tables.
create procedure isolate_by_organisation(t regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  -- nullif: after the first transaction the setting reads '' and not NULL
  execute format($policy$
    create policy isolation on %s
      using (organisation_id = nullif(current_setting('app.organisation_id', true), '')::uuid)
      with check (organisation_id = nullif(current_setting('app.organisation_id', true), '')::uuid)$policy$, t);
end $$;

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
