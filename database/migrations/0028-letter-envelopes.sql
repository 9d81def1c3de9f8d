-- A keyed hash of the name and address on the envelope, stored when the letter is written into its file. A letter whose patient has another name or
-- address by then is not posted. Null: not in a file, or written before the hash was stored.
alter table notifications add column letter_envelope_hash bytea;

-- Letters for many form requests are queued as a bulk change.
alter table bulk_changes
  drop constraint bulk_changes_act_check,
  add constraint bulk_changes_act_check
    check (act in ('assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error', 'send', 'remind', 'queue_letter', 'cancel_message'));
