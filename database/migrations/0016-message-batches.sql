-- Messages that are handed to a provider together, under one reference: the same messages are sent again after a crash, so that the provider
-- recognises the batch.
create table message_batches (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(), -- the provider's reference
  channel          text not null,
  method           text not null check (method in ('sms', 'email', 'nhs_app')),
  attempts         integer not null default 0,
  claimed_until    timestamptz not null, -- a worker has it; afterwards the next may try
  finished_at      timestamptz,
  created_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index message_batches_unfinished on message_batches (organisation_id, method, created_at) where finished_at is null;
call isolate_by_organisation('message_batches');
grant select, insert, update on message_batches to formward_app;

alter table notifications
  add column batch_id uuid,
  add foreign key (organisation_id, batch_id) references message_batches;
create index notifications_of_batch on notifications (organisation_id, batch_id) where batch_id is not null;
-- Messages that wait for a batch.
create index notifications_without_batch on notifications (organisation_id, method, send_after) where status = 'queued' and batch_id is null;
