import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

/** Lets something wide scroll inside the page. It takes a tab stop only while there is something to scroll to. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className="scroll-region" {...(isWide && { role: 'region', 'aria-label': label, tabIndex: 0 })}>
      {children}
    </div>
  )
}
