import { useState } from 'react'

/** Whether this is so or was before: what has opened once stays mounted, so that it can fade out and keep what was typed. */
export function useHasBeen(isSo: boolean) {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return hasBeen
}
