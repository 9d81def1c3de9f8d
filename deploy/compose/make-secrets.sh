#!/bin/sh
# Makes the secrets that do not exist yet. A second run changes nothing.
# Only the owner can open the folder. The files themselves must be readable by the users in the containers.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
umask 022
keep() { [ -s "secrets/$1" ] || cat >"secrets/$1"; }
random() { openssl rand -hex 32; }
random | keep superuser-password
random | keep owner-password
random | keep application-password
random | keep app-secret
random | keep metrics-token
echo "postgresql://formward_owner:$(cat secrets/owner-password)@database/formward" | keep database-owner-url
echo "postgresql://formward_web:$(cat secrets/application-password)@database/formward" | keep database-url
echo 'smtp://mail:1025' | keep smtp-url
echo 'The secrets are in the folder secrets. Keep a copy of app-secret in a safe place, apart from the backups of the database.'
echo 'Still to do: certificate.pem, certificate-key.pem, and your mail server in smtp-url.'
