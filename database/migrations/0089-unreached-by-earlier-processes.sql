-- Processes of 0.2.0 mark a form request as not reached without a reason, which the check of 0023 refuses. They run on this database during an upgrade
-- and after going back one version. The release after 0.3.0 drops the trigger.
create function complete_unreached() returns trigger language plpgsql as $$
begin
  new.unreached_reason := case when new.is_unreached then coalesce(new.unreached_reason, 'not_sent') end;
  new.unreached_at := case when new.is_unreached then coalesce(new.unreached_at, now()) end;
  return new;
end $$;
create trigger complete_unreached before update of is_unreached on form_requests for each row
  when (new.is_unreached <> (new.unreached_reason is not null) or new.is_unreached <> (new.unreached_at is not null))
  execute function complete_unreached();
