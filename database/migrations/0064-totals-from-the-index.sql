-- The totals of two lists are counted from the index alone: form requests submitted in a period, and those of a specialty by status and assignee.
drop index form_requests_submitted;
create index form_requests_submitted on form_requests (organisation_id, completed_at, id)
  include (ward_id, form_id, specialty, send_at, status);
drop index form_requests_specialty;
create index form_requests_specialty on form_requests (organisation_id, specialty, created_at, id) include (ward_id, status, assignee_id);
