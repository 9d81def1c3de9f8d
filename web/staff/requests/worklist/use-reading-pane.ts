import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { currentRowLink } from '#web/staff/lists/SkipToList.tsx'
import { useMedia } from '#web/ui/use-media.ts'

import type { Worklist } from './worklist-search.ts'

/** Deleted with local storage at sign-out, like the columns (UI-4). */
const storageKey = 'formward.worklist-pane'
/** Less wide, the list and a form request have no room beside each other. */
const wide = '(min-width: 75em)'
/** Milliseconds in a row before its form request opens. What opens is recorded as read, so a row that is only passed must not open. */
const rest = 350

/** The form request beside the worklist, and whether there is room for one and the user wants one (REQ-8). */
export function useReadingPane({ open, withoutOpen, hrefBeside }: Worklist) {
  const navigate = useNavigate()
  const isWide = useMedia(wide)
  const [wasWide, setWasWide] = useState(isWide)
  if (isWide && !wasWide) setWasWide(true)
  // A window that becomes narrow keeps what is open, and what is typed there.
  const hasRoom = isWide || (wasWide && open !== undefined)
  const [isChosen, setChosen] = useState(() => localStorage.getItem(storageKey) === 'on')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = hasRoom && (isChosen || open !== undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const choose = (isOn: boolean) => {
    if (isOn) localStorage.setItem(storageKey, 'on')
    else localStorage.removeItem(storageKey)
    setChosen(isOn)
    // The button that was pressed is gone.
    currentRowLink()?.focus()
    if (!isOn && open !== undefined) void navigate({ href: withoutOpen, resetScroll: false })
  }
  return {
    hasRoom,
    isShown,
    open: isShown ? open : undefined,
    addressOf: hrefBeside,
    close: () => choose(false),
    toggle: () => choose(!isShown),
    /** While a form request is open, the one of the row that the keys move to opens in its place. */
    follow: (id: string) => {
      clearTimeout(timer.current)
      if (!isShown || open === undefined) return
      timer.current = setTimeout(() => {
        // The user may have gone on to something else.
        if (document.activeElement?.getAttribute('href') === hrefBeside(id))
          void navigate({ href: hrefBeside(id), replace: true, resetScroll: false })
      }, rest)
    },
  }
}
