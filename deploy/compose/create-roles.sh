#!/bin/sh
# Runs once, when the database is created: two roles and a database, as docs/decisions/0029-two-database-roles.md describes them.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set owner_password="$(cat /run/secrets/owner-password)" \
  --set application_password="$(cat /run/secrets/application-password)" <<'SQL'
create role formward_owner login createrole password :'owner_password';
create role formward_web login password :'application_password';
create database formward owner formward_owner;
SQL
