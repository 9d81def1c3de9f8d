-- A form request that is reopened can be sent again. One message at a time waits to go out, however often it is asked for.
drop index notifications_first;
create unique index notifications_waiting on notifications (organisation_id, request_id, category) where status = 'queued';

-- A message kept in the outbox has been dealt with like one that was sent: the request no longer counts as not reached.
drop trigger mark_unreached on notifications;
create trigger mark_unreached after insert or update of status on notifications
  for each row when (new.status in ('kept', 'sent', 'delivered', 'failed')) execute function mark_unreached();

-- What a member of staff decided about a bulk change when it began.
alter table bulk_changes
  add column sends_message boolean not null default false, -- reopened requests that need a message are sent again
  add column confirms_urgent boolean not null default false; -- urgent requests may be closed
