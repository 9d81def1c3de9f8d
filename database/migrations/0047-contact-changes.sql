-- After the unlocking the patient has all the days again, counted as calendar days in London, as the days of an approved removal are.
create or replace function follow_locked_link() returns trigger language plpgsql as $$
begin
  if new.locked_at is not null then
    perform open_link_locked(new.organisation_id, new.request_id);
  else
    update waiting_list_removals w set final_at = greatest(w.final_at,
      (now() at time zone 'Europe/London' + make_interval(days => o.removal_days)) at time zone 'Europe/London')
    from organisations o
    where o.id = w.organisation_id and w.organisation_id = new.organisation_id and w.request_id = new.request_id and w.state = 'approved';
    update waiting_list_reviews set state = 'done', decision = 'unlocked', decided_at = now()
    where organisation_id = new.organisation_id and request_id = new.request_id and queue = 'link_locked' and state = 'open';
  end if;
  return null;
end $$;

-- When a detail was last changed, by whatever way. A detail that was changed a moment ago proves no identity
-- (docs/decisions/0054-identity-of-callers.md).
alter table patients add column phone_changed_at timestamptz, add column address_changed_at timestamptz;
create function note_contact_change() returns trigger language plpgsql as $$
begin
  if new.phone_number is distinct from old.phone_number then new.phone_changed_at := now(); end if;
  if (new.line1, new.line2, new.town, new.county, new.postcode) is distinct from (old.line1, old.line2, old.town, old.county, old.postcode) then
    new.address_changed_at := now();
  end if;
  return new;
end $$;
create trigger note_contact_change before update of phone_number, line1, line2, town, county, postcode on patients
  for each row execute function note_contact_change();

-- Where the message went, with the middle left out: the record of the patient may have another number by now.
alter table notifications add column sent_to text not null default '';
-- The rows that exist have the empty text, so they need not be read.
alter table notifications add constraint notifications_sent_to_check check (length(sent_to) <= 320) not valid;

-- A value is added to the list, and none that another migration has added is lost. The rows that exist satisfied a narrower check, so they need not
-- be read again.
do $$
declare allowed text;
begin
  select pg_get_constraintdef(oid) into strict allowed from pg_constraint where conname = 'form_request_events_kind_check';
  alter table form_request_events drop constraint form_request_events_kind_check;
  execute format('alter table form_request_events add constraint form_request_events_kind_check %s not valid',
    replace(allowed, 'ARRAY[', 'ARRAY[''contact_changed''::text, ''link_copied''::text, '));
end $$;
