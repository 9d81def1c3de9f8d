import type { ProblemBody } from '#contract/problems.ts'
import { wrongClockWords } from '#web/api/refusal.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

import { wrongClockPageWords } from './words.ts'

/** The server refuses token proofs with a wrong time (RFC 9449 section 11.1). */
export function WrongClockPage({ problem }: { problem: ProblemBody }) {
  return (
    <PlainFrame title={wrongClockPageWords.title}>
      <p>{wrongClockWords(problem)}</p>
      <p>{wrongClockPageWords.text}</p>
      <p>
        <Button kind="primary" onClick={() => location.reload()}>
          {wrongClockPageWords.tryAgain}
        </Button>
      </p>
    </PlainFrame>
  )
}
