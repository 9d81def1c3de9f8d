-- The texts of a template in other languages, by language, each with the English text that was translated (PTN-8, NOT-1).
alter table notification_templates add column translations jsonb not null default '{}';
alter table notification_template_versions add column translations jsonb not null default '{}';

-- The language of the text that a message was written with. Null: it was not handed over, or before there were other languages than English.
alter table notifications add column template_language text;
