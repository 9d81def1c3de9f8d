-- Rows of these tables grow after they were inserted: a message is sent and delivered, a request is opened and completed. In a full page a row that
-- grows moves to another page and leaves a hole, and new rows go into such holes all over the table. An import then read and wrote one old page of
-- each table for nearly every row, and each page went into the write-ahead log as a whole (docs/decisions/0067-what-an-import-writes.md). With this
-- room in each page rows grow where they are, and new rows go side by side into new pages.
alter table notifications set (fillfactor = 75);
alter table form_requests set (fillfactor = 85);
alter table patients set (fillfactor = 90);
