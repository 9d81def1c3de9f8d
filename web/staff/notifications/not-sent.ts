import type { NotificationTemplate } from '#contract/notifications.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'

/** The reason why this installation sends no message with a template; undefined when it does. Letters are printed, and can be in any. */
export function useWhyNotSent() {
  const { reasons } = useCarriedMethods()
  return ({ method }: Pick<NotificationTemplate, 'method'>) => (method === 'letter' ? undefined : reasons[method])
}
