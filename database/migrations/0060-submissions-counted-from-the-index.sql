-- The ward_access policy needs the form request of each submission, so counting the submissions of a form read every row of them. With the form
-- request in the index, the index alone is read.
drop index submissions_in_order;
drop index submissions_of_form;
create index submissions_in_order on submissions (organisation_id, form_id, submitted_at desc, id desc) include (request_id);
create index submissions_of_form on submissions (organisation_id, form_id, form_version, submitted_at desc) include (request_id);
