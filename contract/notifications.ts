import { z } from 'zod'

import { notificationCategories, notificationMethods, templateTypes } from '#domain/notification.ts'

import { done, flag, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes } from './route.ts'
import { oneLineText, severalLines } from './fields.ts'

const method = z.enum(notificationMethods)
const category = z.enum(notificationCategories)

/** A default template has a name as its id; a template of an organisation has a number. */
const byTemplate = z.object({ id: z.string().max(60) })

export const NotificationTemplate = z.object({
  id: z.string(),
  type: z.enum(templateTypes),
  category,
  method,
  description: z.string(),
  subject: z.string(),
  body: z.string(),
  /** Whether this template is sent: a selected custom template overrides the default. */
  isSelected: z.boolean(),
  updatedAt: IsoMoment.nullable(),
})
export type NotificationTemplate = z.infer<typeof NotificationTemplate>

const fields = {
  description: oneLineText('Description', 200).min(1, 'Description is required.'),
  subject: oneLineText('Subject', 300),
  body: severalLines('Body', 100_000).min(1, 'Body is required.'),
  isSelected: z.boolean(),
}

export const TemplateFilters = z.object({
  category: oneOrMore(category).optional(),
  method: oneOrMore(method).optional(),
  type: oneOrMore(z.enum(templateTypes)).optional(),
  search: z.string().trim().max(200).optional(),
  isSelected: flag.optional(),
})
export type TemplateFilters = z.output<typeof TemplateFilters>

export const templateSorts = ['category', 'method', 'type', 'description', 'updatedAt'] as const

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
    body: z.object({ ...fields, subject: fields.subject.default(''), isSelected: fields.isSelected.default(false), category, method }),
    response: NotificationTemplate,
  },
  update: {
    ...one,
    method: 'PATCH',
    action: 'notificationTemplate:update',
    permission: ['template:update'],
    audit: 'verb',
    body: z.object(fields).partial(),
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
