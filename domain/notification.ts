/** The methods of notification (specification section 3, Notification template). */
export const notificationMethods = ['sms', 'email', 'nhs_app'] as const
export type NotificationMethod = (typeof notificationMethods)[number]

/** How a message reaches a patient. A letter is printed by staff, so nobody chooses it as the method of a form request. */
export const messageMethods = [...notificationMethods, 'letter'] as const
export type MessageMethod = (typeof messageMethods)[number]

/** The events that a patient is notified of. */
export const notificationCategories = ['request_created', 'request_reminder', 'removal_approved'] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** What letters are about. There are no reminders by letter. */
export const letterCategories = ['request_created', 'removal_approved'] as const satisfies readonly NotificationCategory[]
export type LetterCategory = (typeof letterCategories)[number]

/** The statuses of a message. 'kept' is in the outbox and was not sent (NOT-7); 'accepted' is with the provider, which has not sent it yet. */
export const notificationStatuses = ['queued', 'kept', 'accepted', 'sent', 'delivered', 'read', 'failed', 'cancelled'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

/** The statuses that a provider reports after it has accepted a message. */
export const receiptStatuses = ['sent', 'delivered', 'read', 'failed'] as const
export type ReceiptStatus = (typeof receiptStatuses)[number]

/** How far a message has come. A message that arrived has not failed, whatever was reported first. */
const progress: Record<NotificationStatus, number> = {
  queued: 0,
  cancelled: 0,
  accepted: 1,
  sent: 2,
  failed: 3,
  delivered: 4,
  read: 5,
  kept: 6,
}

/** Whether a receipt changes the status of a message. Receipts may come late, twice and in any order (NOT-8). */
export const isProgress = (from: NotificationStatus, to: ReceiptStatus) => progress[to] > progress[from]

/** A custom template overrides the default when selected (NOT-1). */
export const templateTypes = ['default', 'custom'] as const
export type TemplateType = (typeof templateTypes)[number]

const methodLabels: Record<MessageMethod, string> = { sms: 'SMS', email: 'Email', nhs_app: 'NHS App', letter: 'Letter' }
const categoryLabels: Record<NotificationCategory, string> = {
  request_created: 'Form request created',
  request_reminder: 'Form request reminder',
  removal_approved: 'Removal from the waiting list approved',
}
const statusLabels: Record<NotificationStatus, string> = {
  queued: 'Queued',
  kept: 'Kept, not sent',
  accepted: 'Accepted for sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not delivered',
  cancelled: 'Cancelled',
}
const typeLabels: Record<TemplateType, string> = { default: 'Default', custom: 'Custom' }

/**
 * The longest body each method carries, in characters (GOV.UK Notify and NHS Notify limits). SMS characters are counted by `smsLength`, and the
 * lines of a letter by `letterLines`.
 */
export const bodyLimits: Record<NotificationMethod, number> = { sms: 918, email: 100_000, nhs_app: 5_000 }

/** The label of a method. */
export const methodLabel = (method: MessageMethod) => methodLabels[method]

const methodsInSentences: Record<MessageMethod, string> = {
  sms: 'by SMS',
  email: 'by email',
  nhs_app: 'in the NHS App',
  letter: 'by letter',
}
/** A method inside a sentence: 'by email', 'in the NHS App'. */
export const byMethod = (method: MessageMethod) => methodsInSentences[method]

/** The label of a category. */
export const categoryLabel = (category: NotificationCategory) => categoryLabels[category]

/** The label of the status of a message. */
export const notificationStatusLabel = (status: NotificationStatus) => statusLabels[status]

/** The label of a template type. */
export const templateTypeLabel = (type: TemplateType) => typeLabels[type]

/** The method of a text ('SMS', 'e-mail', 'NHS App' in any case), or undefined. */
export function methodFromText(text: string): NotificationMethod | undefined {
  const key = text.toLowerCase().replace(/[\s_-]/g, '')
  return notificationMethods.find((method) => method.replace('_', '') === key)
}

/** NHS App templates are fixed by the system: only the others can be customised (NOT-1). */
export const isCustomisable = (method: MessageMethod) => method !== 'nhs_app'

/** The methods of templates that have a subject. The subject of a letter is its heading. */
export const hasSubject = (method: MessageMethod) => method === 'email' || method === 'letter'

/** The events that a patient is notified of by a method. */
export const categoriesOf = (method: MessageMethod): readonly NotificationCategory[] =>
  method === 'letter' ? letterCategories : notificationCategories
