-- A large table can be divided into partitions (docs/running/partitions.md). PostgreSQL itself analyses each partition, and never the table as a whole. It
-- plans the queries that look into several partitions from the statistics of the whole. To analyse the whole means reading every partition, so this function
-- does that only when the table has doubled.
create or replace function refresh_statistics() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  large constant text[] := array['patients', 'form_requests', 'patient_links', 'form_request_events', 'notifications', 'import_rows', 'audit_events'];
  grown record;
begin
  for grown in
    select s.relid::regclass as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    join pg_class t on t.oid = coalesce(pg_partition_root(s.relid), s.relid)
    where t.relname = any(large) and s.schemaname = 'public' and s.n_mod_since_analyze > 400 + greatest(c.reltuples, 0)
  loop
    execute format('analyze %s', grown.name);
  end loop;
  for grown in
    select t.oid::regclass as name from pg_class t join pg_inherits i on i.inhparent = t.oid join pg_class part on part.oid = i.inhrelid
    where t.relname = any(large) and t.relnamespace = 'public'::regnamespace and t.relkind = 'p'
    group by t.oid, t.reltuples having sum(greatest(part.reltuples, 0)) > 400 + 2 * greatest(t.reltuples, 0)
  loop
    execute format('analyze %s', grown.name);
  end loop;
end $$;
