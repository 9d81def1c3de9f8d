/** The methods of notification (specification section 3, Notification template). */
export const notificationMethods = ['sms', 'email', 'nhs_app'] as const
export type NotificationMethod = (typeof notificationMethods)[number]

/** The events that a patient is notified of. */
export const notificationCategories = ['request_created', 'request_reminder'] as const
export type NotificationCategory = (typeof notificationCategories)[number]

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

const methodLabels: Record<NotificationMethod, string> = { sms: 'SMS', email: 'Email', nhs_app: 'NHS App' }
const categoryLabels: Record<NotificationCategory, string> = {
  request_created: 'Form request created',
  request_reminder: 'Form request reminder',
}
const typeLabels: Record<TemplateType, string> = { default: 'Default', custom: 'Custom' }

/** The longest body each method carries, in characters (GOV.UK Notify and NHS Notify limits). SMS characters are counted by `smsLength`. */
export const bodyLimits: Record<NotificationMethod, number> = { sms: 918, email: 100_000, nhs_app: 5_000 }

/** The label of a method. */
export const methodLabel = (method: NotificationMethod) => methodLabels[method]

/** The label of a category. */
export const categoryLabel = (category: NotificationCategory) => categoryLabels[category]

/** The label of a template type. */
export const templateTypeLabel = (type: TemplateType) => typeLabels[type]

/** The method of a text ('SMS', 'e-mail', 'NHS App' in any case), or undefined. */
export function methodFromText(text: string): NotificationMethod | undefined {
  const key = text.toLowerCase().replace(/[\s_-]/g, '')
  return notificationMethods.find((method) => method.replace('_', '') === key)
}

/** NHS App templates are fixed by the system: only the others can be customised (NOT-1). */
export const isCustomisable = (method: NotificationMethod) => method !== 'nhs_app'
