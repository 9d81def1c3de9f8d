import { useEffect, useState } from 'react'

/** False until the browser has painted a frame in which this was so, then true for good: for what should not hold up what is looked at first. */
export function useAfterPaint(isSo: boolean) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    // A frame is painted after its animation callbacks; a task of its own comes after the paint.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(true))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isSo])
  return isPainted
}
