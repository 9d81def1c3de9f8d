-- Letters for patients whom no other message reaches (docs/decisions/0042-letters.md). A batch is one file with many letters, which staff print.
create table letter_batches (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  number           integer not null, -- printed on each letter of the batch
  -- making: a job makes the file. printed: a user said so. returned: the letters wait for another batch.
  status           text not null default 'making' check (status in ('making', 'ready', 'printed', 'returned')),
  is_two_sided     boolean not null, -- each letter has an even number of pages
  reprint_of       uuid, -- the batch whose letters are printed again
  reason           text not null default '', -- why they are printed again
  letters          integer not null,
  made_letters     integer not null default 0,
  sheets           integer, -- of paper; null until the file is made
  failure          text not null default '', -- why the file is delayed; '' otherwise
  run              integer not null default 0, -- a run with an older number writes nothing more
  created_by       uuid,
  created_at       timestamptz not null default now(),
  made_at          timestamptz,
  downloaded_at    timestamptz, -- for the first time
  ended_by         uuid, -- who said that the batch was printed, or returned its letters
  ended_at         timestamptz,
  file_until       timestamptz, -- a job then removes the file; null while there is none
  primary key (organisation_id, id),
  unique (organisation_id, number),
  foreign key (organisation_id, reprint_of) references letter_batches
);
-- The number of the last batch. Not counted in letter_batches, where a user with assigned wards sees only their own batches.
alter table organisations add column last_letter_batch integer not null default 0;
create index letter_batches_with_file on letter_batches (organisation_id, file_until) where file_until is not null;
call isolate_by_organisation('letter_batches');
create policy ward_access on letter_batches as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
grant select, insert, update on letter_batches to formward_app;

-- A letter is a notification with the method 'letter'. It belongs to one batch at most, so it is never printed in two.
alter table notifications
  add column letter_batch_id uuid,
  add column letter_number integer, -- its place in the batch
  add column letter_sheets integer, -- of paper
  add foreign key (organisation_id, letter_batch_id) references letter_batches,
  add check (letter_batch_id is null or method = 'letter');
create unique index notifications_of_letter_batch on notifications (organisation_id, letter_batch_id, letter_number)
  where letter_batch_id is not null;
create index letters_waiting on notifications (organisation_id, created_at, id)
  where method = 'letter' and status = 'queued' and letter_batch_id is null;

-- The code of a letter leads to the same link as the token in a message. Like the token it is derived, and the database has only a keyed hash.
alter table patient_links add column code_hash bytea unique;
create policy find_by_code on patient_links for select using (encode(code_hash, 'hex') = nullif(current_setting('app.key', true), ''));
