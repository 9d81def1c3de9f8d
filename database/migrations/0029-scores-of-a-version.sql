-- A form that was never sent is deleted with its versions, and the foreign key looks for scores of each: without reading all there are.
create index submission_scores_of_version on submission_scores (organisation_id, form_id, form_version);
