-- Names the recipient of a try whose result is not known, without showing it: a hash with the id of the message. When the contact detail was corrected
-- after the try, the next message is a new one, with a reference of its own at the provider.
alter table notifications add column tried_recipient text;
