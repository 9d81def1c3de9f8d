-- The day from which a member needs a second factor, or null. For system administrators it is counted from the creation of their account, because
-- their organisation is as old as the installation.
create function second_factor_day(is_required boolean, is_system boolean, required_from date, organisation_created_at timestamptz,
  member_created_at timestamptz, grace_days integer) returns date language sql stable as $$
  select case
    when not is_required then null
    when is_system then greatest(required_from, (member_created_at at time zone 'Europe/London')::date + grace_days)
    else coalesce(required_from, organisation_created_at::date) end
$$;

-- True for the first of any number of simultaneous uses.
create function mark_seen(seen_id text, lifetime_seconds integer) returns boolean language plpgsql volatile as $$
begin
  insert into seen_proofs (id, expires_at) values (seen_id, now() + make_interval(secs => lifetime_seconds)) on conflict do nothing;
  return found;
end $$;

-- Everything about a token in one statement: the member, the account, the session, and whether the proof was used before. It is
-- asked at every call, so that a user who was signed out or switched off is refused at the next one. It runs with the rights of the caller: the
-- policies find_by_subject and of_subject open exactly the member and organisation of the subject, which is the key of this transaction. The owner of
-- a token of another provider has no account and no session here (is_ours is false). proof_id is null for a token that is bound to no key.
create function find_signed_in(token_subject text, is_ours boolean, token_session text, issued_at bigint, proof_id text, proof_lifetime_seconds integer,
  grace_days integer, out is_proof_fresh boolean, out is_token_valid boolean, out member_id uuid, out organisation_id uuid, out first_name text,
  out last_name text, out role text) language plpgsql volatile as $$
declare
  is_factor_demanded boolean;
begin
  perform set_config('app.key', token_subject, true);
  is_proof_fresh := proof_id is null or mark_seen(proof_id, proof_lifetime_seconds);

  select m.id, m.organisation_id, m.first_name, m.last_name, m.role,
    coalesce(second_factor_day(o.second_factor_required, o.is_system, o.second_factor_from, o.created_at, m.created_at, grace_days)
      <= (now() at time zone 'Europe/London')::date, false)
  into member_id, organisation_id, first_name, last_name, role, is_factor_demanded
  from members m join organisations o on o.id = m.organisation_id
  where m.subject = token_subject and m.is_active;

  is_token_valid := true;
  if is_ours then
    -- Not signed out, not switched off, with the second factor that is demanded by now, and issued after the last time all the account's tokens
    -- were called in. A token's moment is in whole seconds.
    is_token_valid := exists (
        select from accounts a
        where a.id = token_subject::uuid and a.is_active and date_trunc('second', a.tokens_valid_from) <= to_timestamp(issued_at))
      and exists (
        select from oidc_store s
        where s.model = 'Session' and s.uid = token_session and s.consumed_at is null and s.expires_at > now()
          and (s.payload ->> 'acr' = 'aal2' or is_factor_demanded is not true));
  end if;
end $$;
