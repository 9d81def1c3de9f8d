import type { NotificationTemplate } from '#contract/notifications.ts'
import { reasonCategoryNotSent } from '#domain/notification.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'

/** The reason why this installation sends no message with a template; undefined when it does. */
export function useWhyNotSent() {
  const { reasons } = useCarriedMethods()
  return ({ category, method }: Pick<NotificationTemplate, 'category' | 'method'>) => reasonCategoryNotSent(category) ?? reasons[method]
}
