import { useSyncExternalStore } from 'react'

type Waiting = { end: (isProven: boolean) => void }

let waiting: (Waiting & { answer: Promise<boolean> }) | undefined
const listeners = new Set<() => void>()
const changed = () => listeners.forEach((listener) => listener())

/** Opens the dialog that confirms the identity of the user. Other refused requests wait for the same answer. */
export function askForProof(): Promise<boolean> {
  if (waiting) return waiting.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const end = (isProven: boolean) => {
    waiting = undefined
    changed()
    resolve(isProven)
  }
  waiting = { end, answer: promise }
  changed()
  return promise
}

/** The pending request for a proof; undefined when there is none. */
export const useWaitingProof = (): Waiting | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
