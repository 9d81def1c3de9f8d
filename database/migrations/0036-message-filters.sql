-- Few messages of a form with another filter are found without reading every message of the form. No column is included: equal entries are then
-- stored once, so the index is small.
create index notifications_form_filters on notifications (organisation_id, form_id, status, reason_code, category, method);

-- How many form requests were not reached for each reason, counted from the index alone.
create index form_requests_unreached_reasons on form_requests (organisation_id, unreached_reason, status, ward_id) where is_unreached;

-- A member's urgent form requests, counted from the index alone.
create index form_requests_urgent_of on form_requests (organisation_id, assignee_id, status, ward_id) where is_urgent;

-- The last reminders are read page by page in the order of this index. An import gives many form requests the same moment.
drop index form_requests_expiry;
create index form_requests_expiry on form_requests (organisation_id, expires_at, id) where status in ('unopened', 'opened');

-- The row policies let PostgreSQL use an index only for conditions that cannot tell anything about other rows. It trusts CASE, and not COALESCE: the
-- jobs read every open form request, and every message without an end.
drop index form_requests_to_remind;
create index form_requests_to_remind
  on form_requests (organisation_id, (case when sent_again_at is null then notified_at else sent_again_at end), id) where status in ('unopened', 'opened');
drop index notifications_without_end;
create index notifications_without_end
  on notifications (organisation_id, (case when receipt_asked_at is null then sent_at else receipt_asked_at end))
  where status in ('accepted', 'sent') and provider_id is not null;
