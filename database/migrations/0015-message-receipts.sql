-- A provider accepts a message and tells its end later: what became known, from whom, and when the provider was last asked.
alter table notifications
  drop constraint notifications_status_check,
  add constraint notifications_status_check
    check (status in ('queued', 'kept', 'accepted', 'sent', 'delivered', 'read', 'failed', 'cancelled')),
  add column channel text, -- the channel that the provider belongs to (server/channels); provider_id is the provider's own id
  add column receipt_asked_at timestamptz;

-- The messages whose end is not known yet.
create index notifications_without_end on notifications (organisation_id, (coalesce(receipt_asked_at, sent_at)))
  where status in ('accepted', 'sent') and provider_id is not null;

alter table form_request_events
  drop constraint form_request_events_kind_check,
  add constraint form_request_events_kind_check
    check (kind in ('created', 'queued', 'kept', 'accepted', 'sent', 'delivered', 'read', 'not_delivered', 'reminded', 'opened', 'saved',
                    'completed', 'flagged', 'alerted', 'alert_kept', 'not_alerted', 'assigned', 'unassigned', 'closed', 'reopened',
                    'sent_in_error', 'expired', 'auto_closed', 'locked', 'unlocked'));

-- A receipt may come after a later message was sent: only the latest message of a request says whether the patient was reached.
create or replace function mark_unreached() returns trigger language plpgsql as $$
begin
  update form_requests r set is_unreached = (new.status = 'failed')
  where r.organisation_id = new.organisation_id and r.id = new.request_id and r.is_unreached <> (new.status = 'failed')
    and not exists (
      select from notifications n
      where n.organisation_id = new.organisation_id and n.request_id = new.request_id
        and n.created_at > new.created_at and n.status not in ('queued', 'cancelled'));
  return null;
end $$;
drop trigger mark_unreached on notifications;
create trigger mark_unreached after insert or update of status on notifications
  for each row when (new.status in ('kept', 'accepted', 'sent', 'delivered', 'read', 'failed')) execute function mark_unreached();
