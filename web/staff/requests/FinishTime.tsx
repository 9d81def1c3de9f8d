import type { MessagePlan } from '#contract/message-plan.ts'

import { finishInWords } from './message-plan.ts'

/** When the last message will be sent. Nothing where messages are kept in the outbox. */
export function FinishTime({ plan }: { plan: MessagePlan }) {
  const words = finishInWords(plan)
  return words === '' ? null : <p>{words}</p>
}
