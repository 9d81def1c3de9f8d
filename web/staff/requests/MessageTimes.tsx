import { useRouteContext } from '@tanstack/react-router'

import type { SendingPreview } from '#contract/requests.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { isUnusualTime, messageTimes } from './message-times.ts'

/** When messages go out, and what may be wrong about that: an unusual hour, or that they only reach the outbox. */
export function MessageTimes({ messages }: { messages: SendingPreview['messages'] }) {
  const { config } = useRouteContext({ from: '/inside' })
  if (messages.length === 0) return null
  const words = messageTimes(messages, { areKept: config.outbox }).join(' ')
  return (
    <>
      {/* Kept in the outbox, a message disturbs nobody. */}
      {isUnusualTime(messages) && !config.outbox ? (
        <Alert kind="warning">{words} An organisation admin can set sending hours.</Alert>
      ) : (
        <p>{words}</p>
      )}
      {config.outbox && <Alert kind="warning">The outbox is part of this system. Messages in it do not reach patients.</Alert>}
    </>
  )
}
