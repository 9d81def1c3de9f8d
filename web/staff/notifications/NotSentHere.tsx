import { notificationCategories, notificationMethods, reasonCategoryNotSent } from '#domain/notification.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { Alert } from '#web/ui/Alert.tsx'

/** Everything for which a template can be written and no message is sent. */
export function NotSentHere() {
  const { reasons } = useCarriedMethods()
  const lines = [
    ...notificationMethods.flatMap((method) => reasons[method] ?? []),
    ...notificationCategories.flatMap((category) => reasonCategoryNotSent(category) ?? []),
  ]
  if (lines.length === 0) return null
  return (
    <Alert title="Some messages are not sent">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
}
