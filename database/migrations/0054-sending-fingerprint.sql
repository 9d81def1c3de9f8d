-- What was asked for with a sending key: the key of one sending is refused for another. Requests sent before have none.
alter table form_requests add column sending_fingerprint text;
