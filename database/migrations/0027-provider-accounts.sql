-- Which account at the provider tried a message, and which has it. Another service or key is another account, and knows nothing of the message.
alter table notifications
  add column provider_account text, -- of channel: only this account is asked about the message
  add column tried_account text; -- of tried_channel
-- A batch is repeated only through this account.
alter table message_batches add column provider_account text;

-- Whether other organisations can send through the account of the installation. Tells nothing else of them.
create function is_installation_shared() returns boolean language plpgsql as $$
declare
  bound text := current_setting('app.organisation_id', true);
  shared boolean;
begin
  perform set_config('app.organisation_id', '00000000-0000-0000-0000-000000000000', true);
  shared := (select count(*) > 1 from (select from organisations where not is_system limit 2) o);
  perform set_config('app.organisation_id', bound, true);
  return shared;
end $$;
