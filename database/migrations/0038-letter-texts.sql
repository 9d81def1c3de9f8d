-- Organisations write the text of their letters as templates (docs/decisions/0050-letter-texts-and-removals.md). There are no reminders by letter.
alter table notification_templates
  drop constraint notification_templates_method_check,
  add constraint notification_templates_method_check check (method in ('sms', 'email', 'letter')), -- NHS App templates cannot be customised
  add constraint notification_templates_letter_check check (method <> 'letter' or category <> 'request_reminder');
