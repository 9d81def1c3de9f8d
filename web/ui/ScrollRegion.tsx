import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

type ScrollRegionProps = { label: string; className?: string; children: ReactNode }

/** Makes wide or long content scroll inside the page. The region can get the focus only while its content is larger than the region. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isLarge, setLarge] = useState(false)
  const measure = () => {
    const element = box.current
    if (element) setLarge(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
  }
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  // The content can grow, for example by columns that the user chooses, while the region keeps its size.
  useEffect(measure)
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
