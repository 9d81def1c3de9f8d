import { useRouteContext } from '@tanstack/react-router'

import type { SendingPreview } from '#contract/requests.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { isUnusualTime, messageTimes } from './message-times.ts'
import { messageTimeWords as words } from './words.ts'

/** When messages are sent, with a warning about an unusual hour or about the outbox. */
export function MessageTimes({ messages }: { messages: SendingPreview['messages'] }) {
  const { config } = useRouteContext({ from: '/inside' })
  if (messages.length === 0) return null
  const text = messageTimes(messages, { areKept: config.outbox }).join(' ')
  return (
    <>
      {/* A message in the outbox reaches nobody, so its time does not matter. */}
      {isUnusualTime(messages) && !config.outbox ? (
        <Alert kind="warning">
          {text} {words.setHours}
        </Alert>
      ) : (
        <p>{text}</p>
      )}
      {config.outbox && <Alert kind="warning">{words.outbox}</Alert>}
    </>
  )
}
