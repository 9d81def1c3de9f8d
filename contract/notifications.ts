import { z } from 'zod'

import { languagePattern, pageLanguages } from '#domain/languages.ts'
import { messageMethods, notificationCategories, notificationMethods, notificationStatuses, templateTypes } from '#domain/notification.ts'
import { maxTemplateLanguages } from '#domain/template-languages.ts'
import { type PersonalField, personalFieldNames } from '#domain/template.ts'

import { done, flag, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { PatientInList } from './patients.ts'
import { routes } from './route.ts'
import { oneLineText, severalLines } from './fields.ts'

const method = z.enum(notificationMethods)
/** Letters have templates too. They are printed, and no channel carries them. */
const templateMethod = z.enum(messageMethods)
const category = z.enum(notificationCategories)

/** A default template has a name as its id; a template of an organisation has a number. */
const byTemplate = z.object({ id: z.string().max(60) })

const words = { subject: oneLineText('Subject', 300), body: severalLines('Body', 100_000) }

/**
 * The text in other languages by language, such as cy, each with the English text that was translated. A translation whose English text has changed is not
 * sent: the patient gets the English text.
 */
const Translations = z
  .record(z.string().regex(languagePattern, 'Language is not valid.'), z.object({ ...words, source: z.object(words) }))
  .refine(
    (languages) => Object.keys(languages).length <= maxTemplateLanguages && !Object.hasOwn(languages, 'en'),
    `A template can have ${maxTemplateLanguages} languages besides English.`,
  )

export const NotificationTemplate = z.object({
  id: z.string(),
  type: z.enum(templateTypes),
  category,
  method: templateMethod,
  description: z.string(),
  subject: z.string(),
  body: z.string(),
  translations: Translations,
  /** Whether this template is sent: a selected custom template overrides the default. */
  isSelected: z.boolean(),
  /** The latest version. Of a default template: the version of its text in this product. */
  version: z.number().int(),
  updatedAt: IsoMoment.nullable(),
  /** A deleted template can still be read, because messages name it. */
  deletedAt: IsoMoment.nullable(),
})
export type NotificationTemplate = z.infer<typeof NotificationTemplate>

const fields = {
  description: oneLineText('Description', 200).min(1, 'Description is required.'),
  subject: words.subject,
  body: words.body.min(1, 'Body is required.'),
  isSelected: z.boolean(),
  translations: Translations,
}

export const TemplateFilters = z.object({
  category: oneOrMore(category).optional(),
  method: oneOrMore(templateMethod).optional(),
  type: oneOrMore(z.enum(templateTypes)).optional(),
  search: z.string().trim().max(200).optional(),
  isSelected: flag.optional(),
})
export type TemplateFilters = z.output<typeof TemplateFilters>

export const templateSorts = ['category', 'method', 'type', 'description', 'updatedAt'] as const

const text = { description: z.string(), subject: z.string(), body: z.string(), translations: Translations }
const version = z.number().int()

/** One text that a template has had. */
export const TemplateVersion = z.object({
  version,
  /** The earlier version that was restored. */
  restoredFrom: version.nullable(),
  /** The user who saved the version; '' before the history was kept, and for a default template. */
  createdBy: z.string(),
  createdAt: IsoMoment.nullable(),
  /** How many messages were written with this version. */
  messages: z.number().int(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** The text of a version, and of the version before it, to show what changed. */
export const TemplateVersionText = TemplateVersion.extend({ ...text, previous: z.object(text).nullable() })
export type TemplateVersionText = z.infer<typeof TemplateVersionText>

/** A message that was written with a version of a template. */
export const TemplateMessage = z.object({
  id: z.uuid(),
  status: z.enum(notificationStatuses),
  createdAt: IsoMoment,
  requestId: z.uuid(),
  patient: PatientInList,
  form: z.object({ title: z.string() }),
})
export type TemplateMessage = z.infer<typeof TemplateMessage>

const values = z.object(Object.fromEntries(personalFieldNames.map((name) => [name, z.string()])) as Record<PersonalField, z.ZodString>)

/** What a preview needs besides the text: values for the personal fields, and what the channel adds. */
export const MessageSamples = z.object({
  values: z.object({ shortest: values, typical: values, longest: values }),
  methods: z.array(
    z.object({
      method,
      /** Who the message comes from; null where the provider decides. */
      from: z.string().nullable(),
      /** The provider; null where the method is not set up. */
      provider: z.string().nullable(),
      /** What is added below the text, by the language of the message; '' if nothing is. */
      footers: z.record(z.enum(pageLanguages), z.string()),
    }),
  ),
  /** What every letter says besides its text. Without a phone number to call, '' here, no letter is printed. */
  letter: z.object({ contactPhone: z.string(), contactHours: z.string(), codePage: z.string() }),
})
export type MessageSamples = z.infer<typeof MessageSamples>

const shared = { service: 'tenants', path: '/notification-template' } as const
const one = { service: 'tenants', path: '/notification-template/:id', params: byTemplate } as const

export const notificationTemplates = routes({
  list: {
    ...shared,
    method: 'GET',
    action: 'notificationTemplate:list',
    permission: ['template:read'],
    audit: 'templateList',
    query: listQuery(TemplateFilters, templateSorts),
    response: paginated(NotificationTemplate),
  },
  get: {
    ...one,
    method: 'GET',
    action: 'notificationTemplate:get',
    permission: ['template:read'],
    audit: 'verb',
    response: NotificationTemplate,
  },
  create: {
    ...shared,
    method: 'POST',
    action: 'notificationTemplate:create',
    permission: ['template:create'],
    audit: 'verb',
    body: z.object({
      ...fields,
      subject: fields.subject.default(''),
      isSelected: fields.isSelected.default(false),
      translations: fields.translations.default({}),
      category,
      method: templateMethod,
    }),
    response: NotificationTemplate,
  },
  update: {
    ...one,
    method: 'PATCH',
    action: 'notificationTemplate:update',
    permission: ['template:update'],
    audit: 'verb',
    /** `seenVersion`: the version that the user has seen. Refused if another user has saved one since. */
    body: z.object(fields).partial().extend({ seenVersion: version.optional() }),
    response: NotificationTemplate,
  },
  delete: {
    ...one,
    method: 'DELETE',
    action: 'notificationTemplate:delete',
    permission: ['template:delete'],
    audit: 'verb',
    response: done,
  },
})

const ofVersion = z.object({ id: byTemplate.shape.id, version: z.coerce.number().int().min(1).max(1_000_000) })

/** The history of a template (NOT-1). Versions are never changed. */
export const templateVersions = routes({
  list: {
    ...one,
    path: '/notification-template/:id/version',
    method: 'GET',
    action: 'notificationTemplate:get',
    permission: ['template:read'],
    audit: 'verb',
    query: listQuery(z.object({}), ['version']),
    response: paginated(TemplateVersion),
  },
  get: {
    ...one,
    path: '/notification-template/:id/version/:version',
    params: ofVersion,
    method: 'GET',
    action: 'notificationTemplate:get',
    permission: ['template:read'],
    audit: 'verb',
    response: TemplateVersionText,
  },
  /** Saves the text of an earlier version as a new version. */
  restore: {
    ...one,
    path: '/notification-template/:id/version/:version/restore',
    params: ofVersion,
    method: 'POST',
    action: 'notificationTemplate:update',
    permission: ['template:update'],
    audit: 'verb',
    response: NotificationTemplate,
  },
  /** The messages that were written with a version, newest first. */
  messages: {
    ...one,
    path: '/notification-template/:id/version/:version/message',
    params: ofVersion,
    method: 'GET',
    action: 'notificationTemplate:messages',
    permission: ['formRequest:read'],
    audit: 'verb',
    query: listQuery(z.object({}), ['createdAt']),
    response: paginated(TemplateMessage),
  },
})

export const messageSamples = routes({
  read: {
    service: 'tenants',
    method: 'GET',
    path: '/notification-samples',
    action: 'notificationTemplate:list',
    permission: ['template:read'],
    audit: 'verb',
    response: MessageSamples,
  },
})

/** The result of a test message. */
export const TemplateTest = z.object({
  status: z.enum(['queued', 'kept', 'accepted', 'sent', 'delivered', 'read', 'failed']),
  provider: z.string(),
  /** Why the message was not sent, or where it is kept; '' otherwise. */
  reason: z.string(),
})
export type TemplateTest = z.infer<typeof TemplateTest>

export const templateTests = routes({
  /** Sends a text with sample values at once and returns what the provider answered. An email goes to the address of the user. */
  send: {
    service: 'tenants',
    method: 'POST',
    path: '/notification-test',
    action: 'notificationTemplate:sendTest',
    takesNoKey: 'acts outside',
    permission: ['template:create', 'template:update'],
    audit: 'verb',
    body: z.object({
      method,
      subject: fields.subject.default(''),
      body: fields.body,
      /** The language of the text, which the line about stopping emails is in. */
      language: z.string().regex(languagePattern, 'Language is not valid.').default('en'),
      /** A mobile phone number for SMS, an NHS number for the NHS App. */
      recipient: oneLineText('Recipient', 254).default(''),
    }),
    response: TemplateTest,
  },
})

export const OutboxMessage = z.object({
  id: z.uuid(),
  method,
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: IsoMoment,
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const outbox = routes({
  /** Messages that are stored and not sent: in demonstrations and in installations without a provider. */
  list: {
    service: 'tenants',
    method: 'GET',
    path: '/outbox',
    action: 'outbox:list',
    permission: ['formRequest:read'],
    audit: 'outboxRead',
    query: listQuery(z.object({ search: z.string().trim().max(200).optional(), method: oneOrMore(method).optional() }), ['createdAt']),
    response: paginated(OutboxMessage),
  },
})
