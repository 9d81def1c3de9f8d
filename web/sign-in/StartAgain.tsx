import { frameWords } from './words.ts'

/** Ends a partial sign-in, which another user may have left open in this browser. */
export const StartAgain = ({ action }: { action: string }) => (
  <form method="post" action={`${action}/again`}>
    <button className="start-again" type="submit">
      {frameWords.differentUser}
    </button>
  </form>
)
