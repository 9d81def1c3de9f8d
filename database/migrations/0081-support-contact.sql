-- Whom the users of an organisation ask for help (UI-6). Empty: not given.
alter table organisations add column support_contact text not null default '';
