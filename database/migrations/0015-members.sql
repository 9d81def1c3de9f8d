-- Members come in by invitation: linked to an account elsewhere, or by a link of ours that is used once.

-- A first sign-in elsewhere knows an address before it knows an organisation: exactly the invited member's row, until it has a subject.
create policy find_by_invited_address on members for select
  using (subject is null and 'invited ' || lower(email_address) = nullif(current_setting('app.key', true), ''));
