/** What a start on a database of one's own must be told (README, "Run it in production"). */
export const production = {
  APP_SECRET: 'a secret of at least 32 characters, for tests',
  TRUST_PROXY: 'false',
  NOTIFICATION_TRANSPORT: 'outbox',
}
