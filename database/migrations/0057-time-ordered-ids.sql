-- New ids grow with time (UUID version 7, RFC 9562 section 5.7), so that new rows of an index lie side by side. With random ids each new row
-- touches another page of every index: an import wrote three times as much (docs/decisions/0065-time-ordered-ids.md). PostgreSQL has a function
-- of its own for this only since version 18. A random UUID of version 4 becomes one of version 7: the first 48 bits are the milliseconds since
-- 1970, and two bits change the version.
create function time_ordered_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

do $$
declare id record;
begin
  for id in
    select d.adrelid::regclass as place, a.attname as name
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
    where pg_get_expr(d.adbin, d.adrelid) = 'gen_random_uuid()'
  loop
    execute format('alter table %s alter column %I set default time_ordered_id()', id.place, id.name);
  end loop;
end $$;

-- Every event locked the row of its organisation for this reference, and each lock beside another one used up a multixact. At 300 calls a second
-- PostgreSQL would have to clean up the whole log every two weeks. Row-level security binds each event to the organisation
-- of its transaction, and the server looks whether an organisation that a system administrator names exists.
alter table audit_events drop constraint audit_events_organisation_id_fkey;
