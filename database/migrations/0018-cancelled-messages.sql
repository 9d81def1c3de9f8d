-- A member of staff cancelled a message that was waiting to be sent.
alter table form_request_events
  drop constraint form_request_events_kind_check,
  add constraint form_request_events_kind_check
    check (kind in ('created', 'queued', 'message_cancelled', 'kept', 'accepted', 'sent', 'delivered', 'read', 'not_delivered', 'reminded',
                    'opened', 'saved', 'completed', 'flagged', 'alerted', 'alert_kept', 'not_alerted', 'assigned', 'unassigned', 'closed',
                    'reopened', 'sent_in_error', 'expired', 'auto_closed', 'locked', 'unlocked'));
