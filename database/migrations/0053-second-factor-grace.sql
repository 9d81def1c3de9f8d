-- From this day on (London's calendar) nobody signs in with a password alone where a second factor is required; until then people have time to set one up.
-- Null: at once.
alter table organisations add column second_factor_from date;

-- The day of which a member was last reminded by mail.
alter table members add column second_factor_reminded_for date;

-- System administrators need one too, except in a demonstration. Forced row-level security would show an owner who is no superuser no
-- organisation (0042).
alter table organisations no force row level security;
update organisations set second_factor_required = true, second_factor_from = current_date + 14
where is_system and not second_factor_required and not exists (select from accounts where is_demo);
alter table organisations force row level security;
