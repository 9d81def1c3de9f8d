import { z } from 'zod'

import { messageProviders } from '#domain/message-providers.ts'
import { mailAddress, mailServer, notifyId, notifyKey } from '#domain/message-provider-rules.ts'
import { notificationMethods } from '#domain/notification.ts'
import { validate } from '#domain/validation/rules.ts'

import { checked, oneLineText, secretText, severalLines } from './fields.ts'
import { byId, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

const isEnabled = z.boolean('Use this provider is not valid.')
const notifyIdField = (label: string) => checked(oneLineText(label, 50), label, notifyId)

const SmtpShown = z.object({
  channel: z.literal('smtp'),
  host: checked(oneLineText('Mail server', 253), 'Mail server', validate.required, mailServer),
  port: z.number('Port is not valid.').int('Port is not valid.').min(1, 'Port is not valid.').max(65_535, 'Port is not valid.'),
  user: oneLineText('User name', 254),
  fromAddress: checked(oneLineText('Sender address', 254), 'Sender address', validate.required, mailAddress),
  replyTo: checked(oneLineText('Reply-to address', 254), 'Reply-to address', mailAddress),
})
const GovukNotifyShown = z.object({
  channel: z.literal('govuk-notify'),
  smsTemplateId: notifyIdField('SMS template ID'),
  emailTemplateId: notifyIdField('Email template ID'),
  smsSenderId: notifyIdField('Text message sender ID'),
  emailReplyToId: notifyIdField('Reply-to email ID'),
})
/** Lines that domain/routing-plan.ts reads. The function that saves them checks them. */
const planFields = (label: string) => severalLines(label, 5_000)
const NhsNotifyShown = z.object({
  channel: z.literal('nhs-notify'),
  keyId: checked(oneLineText('Key ID', 200), 'Key ID', validate.required),
  applicationId: oneLineText('Application ID', 200),
  givesContactDetails: z.boolean('Contact details is not valid.'),
  sendsOdsCode: z.boolean('ODS code is not valid.'),
  nhsAppPlanId: notifyIdField('NHS App routing plan ID'),
  nhsAppFields: planFields('NHS App plan fields'),
  smsPlanId: notifyIdField('SMS routing plan ID'),
  smsFields: planFields('SMS plan fields'),
  emailPlanId: notifyIdField('Email routing plan ID'),
  emailFields: planFields('Email plan fields'),
})

/** The settings of an account, without its secrets. */
export const ProviderSettings = z.discriminatedUnion('channel', [SmtpShown, GovukNotifyShown, NhsNotifyShown])
export type ProviderSettings = z.infer<typeof ProviderSettings>

/** An account as it is written. A secret that is left out stays as it is. */
const AccountFields = z.discriminatedUnion('channel', [
  SmtpShown.extend({ isEnabled, password: secretText(1_000).optional() }),
  GovukNotifyShown.extend({ isEnabled, apiKey: checked(secretText(500), 'API key', notifyKey).optional() }),
  NhsNotifyShown.extend({
    isEnabled,
    apiKey: secretText(500).optional(),
    privateKey: secretText(10_000).optional(),
  }),
])
export type AccountFields = z.output<typeof AccountFields>

const methods = z.array(z.enum(notificationMethods))

/** A provider, and how messages go through it. */
const Provider = z.object({
  channel: z.enum(messageProviders),
  /** The methods that the installation's own account carries. */
  installationMethods: methods,
  /** The account of the organisation; null if it has none. */
  account: z
    .object({
      isEnabled: z.boolean(),
      settings: ProviderSettings,
      methods,
      secretsSetAt: IsoMoment,
      /** When the token for the provider's calls was made; null if there is none. */
      callbackTokenSetAt: IsoMoment.nullable(),
    })
    .nullable(),
  /** The addresses that the provider calls; null for a provider that calls none. */
  callbacks: z.object({ receipts: z.string(), receivedTexts: z.string().nullable() }).nullable(),
  /** The state of the account that the organisation uses. */
  pausedUntil: IsoMoment.nullable(),
  pauseReason: z.string(),
  lastAcceptedAt: IsoMoment.nullable(),
})
export type Provider = z.infer<typeof Provider>

const TestMessage = z.object({
  id: z.uuid(),
  method: z.enum(notificationMethods),
  provider: z.string(),
  status: z.enum(['queued', 'kept', 'accepted', 'sent', 'delivered', 'read', 'failed']),
  reason: z.string(),
  /** The id of the message at the provider; null if it gave none. */
  providerId: z.string().nullable(),
  createdAt: IsoMoment,
})
export type TestMessage = z.infer<typeof TestMessage>

const MessageProviders = z.object({
  providers: z.array(Provider),
  /** What each method goes through; `reason` says why a method cannot be used. */
  methods: z.array(
    z.object({
      method: z.enum(notificationMethods),
      provider: z.string().nullable(),
      /** Through the account of the organisation. */
      isOwn: z.boolean(),
      /** Stored in the outbox and not sent. */
      isKept: z.boolean(),
      reason: z.string().nullable(),
    }),
  ),
  /** The latest test messages, without their addresses. */
  tests: z.array(TestMessage),
  testsLeft: z.number().int(),
})
export type MessageProviders = z.infer<typeof MessageProviders>

const ofOrganisation = { service: 'tenants', organisation: 'id', permission: ['tenant:update'] } as const
const ofProvider = z.object({ id: z.uuid(), channel: z.enum(messageProviders) })
const done = z.object({ done: z.literal(true) })

export const messageProviderAccounts = routes({
  list: {
    ...ofOrganisation,
    method: 'GET',
    path: '/tenant/:id/message-providers',
    params: byId,
    action: 'messageProviders:list',
    audit: 'messageProvidersRead',
    response: MessageProviders,
  },
  set: {
    ...ofOrganisation,
    method: 'PUT',
    path: '/tenant/:id/message-providers',
    params: byId,
    action: 'messageProviders:update',
    freshProof: 'always',
    audit: 'verb',
    body: AccountFields,
    response: done,
  },
  remove: {
    ...ofOrganisation,
    method: 'DELETE',
    path: '/tenant/:id/message-providers/:channel',
    params: ofProvider,
    action: 'messageProviders:remove',
    freshProof: 'always',
    audit: 'verb',
    response: done,
  },
  /** A new token for the provider's calls. It is in this response only. */
  createCallbackToken: {
    ...ofOrganisation,
    method: 'POST',
    path: '/tenant/:id/message-providers/:channel/callback-token',
    params: ofProvider,
    action: 'messageProviders:createCallbackToken',
    freshProof: 'always',
    takesNoKey: 'has a secret',
    audit: 'verb',
    response: z.object({ token: z.string() }),
  },
  /** Sends a test message at once and returns what the provider answered. */
  sendTest: {
    ...ofOrganisation,
    method: 'POST',
    path: '/tenant/:id/test-messages',
    params: byId,
    action: 'messageProviders:sendTest',
    takesNoKey: 'acts outside',
    audit: 'verb',
    body: z.object({ method: z.enum(notificationMethods), recipient: oneLineText('Recipient', 254) }),
    response: TestMessage,
  },
})
