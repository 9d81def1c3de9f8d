import { notificationCategories, notificationMethods, reasonCategoryNotSent } from '#domain/notification.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { templateStateWords } from './words.ts'

/** The kinds of message that can have a template although this installation does not send them. */
export function NotSentHere() {
  const { reasons } = useCarriedMethods()
  const lines = [
    ...notificationMethods.flatMap((method) => reasons[method] ?? []),
    ...notificationCategories.flatMap((category) => reasonCategoryNotSent(category) ?? []),
  ]
  if (lines.length === 0) return null
  return (
    <Alert title={templateStateWords.someNotSent}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
}
