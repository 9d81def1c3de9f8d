-- Settings for messages: further reminders, bank holidays, another way when a message does not arrive, prices, and how patients reach the
-- organisation.
alter table organisations
  add column second_reminder_days integer not null default 0 check (second_reminder_days between 0 and 180), -- after the message; 0: none
  add column last_reminder_days integer not null default 0 check (last_reminder_days between 0 and 90), -- before the form expires; 0: none
  add column sends_on_bank_holidays boolean not null default false,
  -- The methods in the order in which they are tried. Empty: a message that does not arrive is not sent another way.
  add column cascade_methods text[] not null default '{}' check (cascade_methods <@ array['sms', 'email', 'nhs_app']),
  add column app_unread_hours integer not null default 24 check (app_unread_hours between 1 and 336),
  add column not_delivered_hours integer not null default 72 check (not_delivered_hours between 1 and 336),
  add column sms_fragment_price numeric(8, 4) check (sms_fragment_price >= 0), -- pence
  add column letter_price numeric(8, 4) check (letter_price >= 0), -- pence
  add column contact_phone text not null default '',
  add column contact_hours text not null default '',
  add column contact_address text not null default '';

-- A letter is a message that is printed.
alter table notifications
  drop constraint notifications_method_check,
  add constraint notifications_method_check check (method in ('sms', 'email', 'nhs_app', 'letter'));

alter table form_request_events
  drop constraint form_request_events_kind_check,
  add constraint form_request_events_kind_check
    check (kind in ('created', 'queued', 'message_cancelled', 'kept', 'accepted', 'sent', 'delivered', 'read', 'not_delivered', 'next_method',
                    'letter_queued', 'letter_printed', 'letter_printed_again', 'reminded', 'opened', 'saved', 'completed', 'flagged', 'alerted',
                    'alert_kept', 'not_alerted', 'assigned', 'unassigned', 'closed', 'reopened', 'sent_in_error', 'expired', 'auto_closed',
                    'locked', 'unlocked', 'opted_out', 'deceased'));
