-- What requests and their messages have in common, once both tables stand.

-- The worklist of those who could not be reached reads one column instead of every message. A later message that goes out takes it back.
create function mark_unreached() returns trigger language plpgsql as $$
begin
  update form_requests r set is_unreached = (new.status = 'failed')
  where r.organisation_id = new.organisation_id and r.id = new.request_id and r.is_unreached <> (new.status = 'failed');
  return null;
end $$;
create trigger mark_unreached after insert or update of status on notifications
  for each row when (new.status in ('sent', 'delivered', 'failed')) execute function mark_unreached();
