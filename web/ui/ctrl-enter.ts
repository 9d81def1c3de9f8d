import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'> & { repeat: boolean }

/** A key that is held down counts once. */
const isCtrlEnter = ({ key, ctrlKey, metaKey, repeat }: Keys) => key === 'Enter' && (ctrlKey || metaKey) && !repeat

/** Ctrl+Enter in a field of several lines submits its form. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (!isCtrlEnter(event)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** Ctrl+Enter anywhere, while a dialog is open whose action it starts. */
export function useCtrlEnter(start: () => void) {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!isCtrlEnter(event)) return
    event.preventDefault()
    start()
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
