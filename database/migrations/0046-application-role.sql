-- The application signs in as a role of its own, which reads no more of the installation's secrets than it needs
-- (docs/decisions/0029-two-database-roles.md). Which columns of accounts it may read is granted in database/migrate.ts, after all migrations.

-- The root key as APP_SECRET sealed it. The root key of an installation without a secret is for the owner alone.
create function sealed_root_key() returns bytea language sql stable security definer set search_path = public, pg_temp as
  $$ select sealed from instance_keys where name = 'root-sealed' $$;
revoke execute on function sealed_root_key from public;
grant execute on function sealed_root_key to formward_app;
revoke all on instance_keys from formward_app;

-- The password hash of an account that this same transaction has written to: a sign-in counts its attempt first, so a hash cannot be read
-- without counting one.
create function password_hash_of(account uuid) returns text language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return (select a.password_hash from accounts a where a.id = account and a.xmin = pg_current_xact_id()::xid);
end $$;
revoke execute on function password_hash_of from public;
grant execute on function password_hash_of to formward_app;
