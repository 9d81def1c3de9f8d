import type { ProblemBody } from '#contract/problems.ts'
import { wrongClockWords } from '#web/api/refusal.ts'
import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

/** The server accepts no call that is dated by this clock (RFC 9449 section 11.1). */
export function WrongClockPage({ problem }: { problem: ProblemBody }) {
  return (
    <PlainFrame title="This computer’s clock is wrong">
      <p>{wrongClockWords(problem)}</p>
      <p>Formward checks the time of every request to keep patients’ data safe. If you cannot change the clock, ask your IT support.</p>
      <p>
        <Button kind="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      </p>
    </PlainFrame>
  )
}
