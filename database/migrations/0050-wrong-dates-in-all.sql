-- Wrong dates of birth at a link are also counted over its life: the right date, entered by the patient in between, gives nobody new guesses.
-- Only a member of staff who unlocks the link sets the count back.
alter table patient_links add column wrong_in_all integer not null default 0;

-- Forced row-level security would show an owner who is no superuser no link (0042).
alter table patient_links no force row level security;
update patient_links set wrong_in_all = wrong_attempts where wrong_attempts > 0;
alter table patient_links force row level security;
