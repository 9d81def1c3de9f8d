-- How many requests a version still has open is asked whenever the next one is published: answered from the index alone, however many
-- were completed. The patient is carried along because the ward policy asks for it.
create index form_requests_open_version on form_requests (organisation_id, form_id, form_version, status) include (patient_id)
  where status in ('unopened', 'opened');
