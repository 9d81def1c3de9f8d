import type { IntegrationClient } from '#contract/integration-clients.ts'
import { clientLimits } from '#domain/integration-clients.ts'

const limit = clientLimits.requestsPerMinute

export const clientStatusLabels: Record<IntegrationClient['status'], string> = {
  active: 'In use',
  expired: 'Expired',
  switched_off: 'Switched off',
}

export const clientListWords = {
  label: 'Integration clients',
  description:
    'An integration client lets another system, such as your patient administration system, use Formward automatically. A client works in this organisation only and sees every ward.',
  empty: { title: 'No integration clients yet', text: 'Create a client for each system that sends patients or fetches answers.' },
  unavailable: 'Integration clients need the sign-in service of Formward. This installation uses another identity provider.',
  name: 'Name',
  permissions: 'Permissions',
  status: 'Status',
  lastDay: 'Last day',
  lastUsed: 'Last used',
  never: 'Not used yet',
  credentials: { secret: 'Secret', key: 'Public key' },
  credentialsHeader: 'Secret or key',
  none: 'None. The client cannot sign in.',
  until: (hint: string, moment: string) => `${hint}, until ${moment}`,
  secretHint: (end: string) => `…${end}`,
  actions: 'Actions',
  actionsFor: (client: string) => `Actions for ${client}`,
  create: 'Create client',
  edit: 'Edit',
  connection: 'Connection details',
  rotate: { secret: 'Create a new secret', key: 'Add a new key' },
  removeOld: { secret: 'Remove the old secret', key: 'Remove the old key' },
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  switchOffTitle: (client: string) => `Switch off ${client}?`,
  switchOffText: 'The client is signed out immediately and its calls are refused. You can switch the client on again at any time.',
  removeTitle: (client: string) => `Remove the old secret or key of ${client}?`,
  removeText: 'Check first that the system uses the new secret or key. The system can no longer sign in with the old secret or key.',
  remove: 'Remove',
  switchedOff: (client: string) => `${client} was switched off.`,
  switchedOn: (client: string) => `${client} was switched on.`,
  removed: (client: string) => `The old secret or key of ${client} was removed.`,
}

export const clientEditorWords = {
  create: 'Create client',
  editTitle: (client: string) => `Edit ${client}`,
  save: 'Save client',
  cancel: 'Cancel',
  name: 'Name',
  nameHint: 'For example, Patient administration system',
  permissions: 'Permissions',
  permissionsHint: 'Choose only what the system needs. You can give only permissions that you have.',
  choosePermission: 'Choose at least one permission.',
  authentication: 'The system signs in with',
  secret: 'A secret',
  secretHint: 'Formward creates a secret and shows it once.',
  key: 'A public key',
  keyHint: 'The private key stays with the system. A key is safer, if the system supports private_key_jwt.',
  publicKey: 'Public key',
  publicKeyHint: 'As PEM or as a JSON Web Key. Never paste a private key.',
  expiresOn: 'Last day',
  notReal: 'Last day must be a real date.',
  expiresOnHint: `Within ${clientLimits.lifetimeDays} days from today.`,
  requestsPerMinute: 'Calls per minute',
  requestsPerMinuteHint: 'Calls above this limit are refused until the next minute.',
  wrongLimit: `Calls per minute must be a whole number from ${limit.low} to ${limit.high.toLocaleString('en-GB')}.`,
  saved: (client: string) => `${client} was saved.`,
}

export const rotateWords = {
  title: { secret: (client: string) => `New secret for ${client}`, key: (client: string) => `New key for ${client}` },
  text: 'Give the system its new secret or key before the old secret or key stops working.',
  overlap: 'When the old secret or key stops working',
  overlaps: { '0': 'Immediately', '1': 'After 1 hour', '24': 'After 24 hours', '168': 'After 7 days', '720': 'After 30 days' },
  create: { secret: 'Create new secret', key: 'Save new key' },
  saved: (client: string) => `${client} has a new key.`,
}

export const connectionWords = {
  title: (client: string) => `Connection details for ${client}`,
  warning: 'Copy the secret now',
  text: 'The secret is not shown again. If you lose the secret, create a new secret.',
  clientId: 'Client ID',
  clientIdName: 'client ID',
  secret: 'Secret',
  secretName: 'secret',
  tokenAddress: 'Token endpoint',
  tokenAddressName: 'token endpoint',
  calls: 'How to get a token, and every call:',
  reference: 'API reference (opens in a new tab)',
  done: 'I have copied the secret',
  close: 'Close',
}
