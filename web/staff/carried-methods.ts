import { notificationMethods } from '#domain/notification.ts'
import { useSession } from '#web/staff/session.ts'

/** The methods by which the user's organisation can send messages, and in words why not by the others. */
export function useCarriedMethods() {
  const reasons = useSession().organisation.uncarriedMethods
  return { carried: notificationMethods.filter((method) => reasons[method] === undefined), reasons }
}
