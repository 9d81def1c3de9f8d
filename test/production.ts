/** The variables that a start on an external database requires (README, "Run it in production"). */
export const production = {
  APP_SECRET: 'a secret of at least 32 characters, for tests',
  TRUST_PROXY: 'false',
  NOTIFICATION_TRANSPORT: 'outbox',
}
