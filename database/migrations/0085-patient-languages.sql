-- The language of a patient may be not known (''). Before, a new record said English although nobody had asked the patient (PTN-8).
alter table patients alter column locale set default '';

-- The language in which the patient read the form when they sent the answers. Null: a user typed the answers, or it was not recorded.
alter table submissions add column language text;
