import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

/** A white box for content. `isFlush` is for content with its own padding, such as a table. */
export function Panel({ children, isFlush = false }: { children: ReactNode; isFlush?: boolean }) {
  return <div className={classNames('panel', isFlush && 'panel--flush')}>{children}</div>
}
