import { useRouteContext } from '@tanstack/react-router'

import { notificationMethods } from '#domain/notification.ts'

/** The methods by which this installation can send messages, and in words why not by the others. */
export function useCarriedMethods() {
  const { config } = useRouteContext({ from: '/inside' })
  const reasons = config.uncarriedMethods
  return { carried: notificationMethods.filter((method) => reasons[method] === undefined), reasons }
}
