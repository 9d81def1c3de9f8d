import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

type ScrollRegionProps = { label: string; className?: string; children: ReactNode }

/** Makes wide or long content scroll inside the page. The region can get the focus only while its content is larger than the region. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isLarge, setLarge] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setLarge(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className={classNames('scroll-region', className)}
      {...(isLarge && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}
