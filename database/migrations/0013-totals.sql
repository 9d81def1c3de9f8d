-- Totals of an organisation that are true without counting: kept by every statement in its own transaction, in 16 slots so that
-- writers of one busy organisation seldom wait for each other.
create table organisation_totals (
  organisation_id  uuid not null default current_organisation() references organisations,
  slot             integer not null,
  members          bigint not null default 0,
  patients         bigint not null default 0,
  active_patients  bigint not null default 0,
  primary key (organisation_id, slot)
);
call isolate_by_organisation('organisation_totals');
create policy system_reads on organisation_totals for select using (current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, update on organisation_totals to formward_app;

create procedure add_to_totals(organisation uuid, more_members bigint, more_patients bigint, more_active bigint) language sql as $$
  insert into organisation_totals as t (organisation_id, slot, members, patients, active_patients)
  values (organisation, pg_backend_pid() % 16, more_members, more_patients, more_active)
  on conflict (organisation_id, slot) do update
    set members = t.members + excluded.members, patients = t.patients + excluded.patients, active_patients = t.active_patients + excluded.active_patients
$$;

-- A trigger has only the transition tables of its own operation: three triggers, one sum each.
create function count_patients_added() returns trigger language plpgsql as $$
declare change record;
begin
  for change in select organisation_id, count(*) as patients, count(*) filter (where archived_at is null) as active from added group by 1 loop
    call add_to_totals(change.organisation_id, 0, change.patients, change.active);
  end loop;
  return null;
end $$;
create function count_patients_changed() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select organisation_id, sum(n) as active from (
      select organisation_id, 1 as n from added where archived_at is null
      union all select organisation_id, -1 from removed where archived_at is null) both_ways
    group by 1 having sum(n) <> 0
  loop
    call add_to_totals(change.organisation_id, 0, 0, change.active);
  end loop;
  return null;
end $$;
create trigger count_added after insert on patients referencing new table as added for each statement execute function count_patients_added();
create trigger count_changed after update on patients referencing new table as added old table as removed
  for each statement execute function count_patients_changed();

-- A member counts while they are active.
create function count_members_added() returns trigger language plpgsql as $$
declare change record;
begin
  for change in select organisation_id, count(*) as members from added where is_active group by 1 loop
    call add_to_totals(change.organisation_id, change.members, 0, 0);
  end loop;
  return null;
end $$;
create function count_members_changed() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select organisation_id, sum(n) as members from (
      select organisation_id, 1 as n from added where is_active
      union all select organisation_id, -1 from removed where is_active) both_ways
    group by 1 having sum(n) <> 0
  loop
    call add_to_totals(change.organisation_id, change.members, 0, 0);
  end loop;
  return null;
end $$;
create trigger count_added after insert on members referencing new table as added for each statement execute function count_members_added();
create trigger count_changed after update on members referencing new table as added old table as removed
  for each statement execute function count_members_changed();
