-- The link of a patient is found by its bytes, which their unique index serves: only an operator that cannot leak may use an index before row-level
-- security has spoken, and encode() is none. This index was never used.
drop index patient_links_hex;
