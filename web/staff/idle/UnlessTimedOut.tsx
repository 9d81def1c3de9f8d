import { useSyncExternalStore, type ReactNode } from 'react'

import { isTimedOut, onTimeOut } from './timed-out.ts'
import { TimeoutPanel, type TimeoutPanelProps } from './TimeoutPanel.tsx'

/** Shows the app, or the timeout panel instead. */
export function UnlessTimedOut({ deps, children }: TimeoutPanelProps & { children: ReactNode }) {
  return useSyncExternalStore(onTimeOut, isTimedOut) ? <TimeoutPanel deps={deps} /> : children
}
