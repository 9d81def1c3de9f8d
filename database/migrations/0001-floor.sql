-- The floor every table stands on: the application's role, isolation by organisation, moments kept true.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Roles belong to the whole cluster, so another database may have made this one already.
do $$ begin
  create role formward_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant formward_app to %I', current_user);
exception when invalid_grant_operation then null;
end $$;
do $$ begin
  execute format('grant usage on schema public to formward_app');
end $$;

-- The organisation that this transaction is bound to; null when it is bound to none (and then nothing is visible).
create function current_organisation() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.organisation_id', true), '')::uuid $$;

-- One organisation can never see another's rows, whatever the query says. Called at the end of every table that has an organisation.
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

-- Keys made on first start (token signing, cookies, patient links), sealed with the deployment's secret when it has one.
create table instance_keys (
  name       text primary key,
  sealed     bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on instance_keys to formward_app;
