-- What the PEP said about the code of a form. Null: the code was not confirmed. The address is that of the PEP which confirmed the code:
-- another PEP may not know it.
alter table forms
  add column pep_name               text,
  add column pep_kind               text check (pep_kind in ('department', 'clinic')),
  add column pep_confirmed_at       timestamptz,
  add column pep_confirmed_address  text,
  add constraint forms_pep_place check (
    num_nulls(pep_name, pep_kind, pep_confirmed_at, pep_confirmed_address) in (0, 4)
    and (pep_confirmed_at is null or pep_code is not null)
  );
