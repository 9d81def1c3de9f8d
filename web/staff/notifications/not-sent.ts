import type { NotificationTemplate } from '#contract/notifications.ts'
import { reasonCategoryNotSent } from '#domain/notification.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'

/** Why this installation sends no message with a template, in words; undefined where it can. */
export function useWhyNotSent() {
  const { reasons } = useCarriedMethods()
  return ({ category, method }: Pick<NotificationTemplate, 'category' | 'method'>) => reasonCategoryNotSent(category) ?? reasons[method]
}
