import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { areSingleKeysOn } from '#web/ui/single-keys.ts'

import { isDialogOpen, startKey } from './screen-keys.ts'

/** What opens over every screen. */
export type Overlay = 'search' | 'shortcuts'

/** Here a key of one character is typed, or moves in a list by the first letters of its entries. */
const fields =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=textbox], [role=combobox], [role=listbox], [role=menu], .disclosure__sheet'

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey && !altKey
const isIn = (target: EventTarget | null, selector: string) => target instanceof Element && target.closest(selector) !== null
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/**
 * The keys that work on every screen (REQ-9): Ctrl+K or / for the search, ? for the shortcuts, and the keys of the screen while no field has
 * the focus. While a dialog is open they do nothing, because what is behind it must not change.
 */
export function useGlobalKeys() {
  const [overlay, setOverlay] = useState<Overlay>()
  const typedAhead = useRef('')
  const open = (wanted: Overlay) => {
    typedAhead.current = ''
    setOverlay(wanted)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isDialogOpen()) return
    if (overlay !== undefined) {
      // Its code is still loading. What is typed meanwhile is the beginning of the search, and no key of the screen.
      if (overlay === 'search' && isCharacter(event)) typedAhead.current += event.key
      else if (event.key === 'Escape') setOverlay(undefined)
      else return
      event.preventDefault()
      return
    }
    if (isSearchKey(event)) {
      event.preventDefault()
      open('search')
      return
    }
    const { key, target } = event
    if (!isCharacter(event) || key === ' ' || !areSingleKeysOn() || isIn(target, fields)) return
    if (key === '/') open('search')
    else if (key === '?') open('shortcuts')
    else if (!startKey(key)) return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return { overlay, open, close: () => setOverlay(undefined), takeTypedAhead: () => typedAhead.current }
}
