-- Members are searched by a part of their name, address or job title. Row-level security keeps LIKE away from the index (it is not
-- leakproof), so this looks past it, in the bound organisation only and for ids only: the rows themselves are read under the policies again.
create index members_words on members
  using gin (organisation_id, lower(first_name || ' ' || last_name || e'\n' || email_address || e'\n' || job_title) gin_trgm_ops);

-- `pattern` is a LIKE pattern without a line's end. At most so many: where most match, reading the list is quicker than looking each up.
create function search_members(pattern text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select id from members
    where organisation_id = current_organisation()
      and lower(first_name || ' ' || last_name || e'\n' || email_address || e'\n' || job_title) like lower(pattern)
    limit most;
end $$;
revoke execute on function search_members from public;
grant execute on function search_members to formward_app;
