-- Accounts of the demonstration have a published password. The mark says which they are: they open nothing while the server runs without DEMO.
alter table accounts add column is_demo boolean not null default false;

-- Those that were filled in before there was a mark, by the addresses that only the demonstration has (RFC 2606: nobody else can own them).
update accounts set is_demo = true where lower(email_address) ~ '@(demo|second)\.formward\.example$';

create index accounts_demo on accounts (id) where is_demo;
