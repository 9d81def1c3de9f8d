/** Who opened this page at somebody else's half-done sign-in gets rid of it. */
export const StartAgain = ({ action }: { action: string }) => (
  <form method="post" action={`${action}/again`}>
    <button className="start-again" type="submit">
      Sign in as somebody else
    </button>
  </form>
)
