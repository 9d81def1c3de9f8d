-- What patient pages say about the organisation: its web page, who is responsible for the data, and texts or links of its own. Empty: the
-- standard text.
alter table organisations
  add column contact_web text not null default '',
  add column data_controller text not null default '',
  add column data_protection_contact text not null default '',
  add column privacy_notice text not null default '',
  add column accessibility_statement text not null default '';
