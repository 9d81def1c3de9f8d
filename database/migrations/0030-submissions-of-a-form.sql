-- The submissions of a form are paged through newest first, whatever version they answered.
create index submissions_in_order on submissions (organisation_id, form_id, submitted_at desc, id desc);
