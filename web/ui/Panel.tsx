import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

/** The white sheet everything readable lies on; `isFlush` when its content (a table) brings its own edges. */
export function Panel({ children, isFlush = false }: { children: ReactNode; isFlush?: boolean }) {
  return <div className={classNames('panel', isFlush && 'panel--flush')}>{children}</div>
}
