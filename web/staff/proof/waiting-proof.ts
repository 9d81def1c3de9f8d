import { useSyncExternalStore } from 'react'

type Waiting = { end: (isProven: boolean) => void }

let waiting: (Waiting & { answer: Promise<boolean> }) | undefined
const listeners = new Set<() => void>()
const changed = () => listeners.forEach((listener) => listener())

/** Opens the dialog that asks who is here. Calls that are refused meanwhile wait for the same answer. */
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

/** What ends the wait, while something waits for a proof. */
export const useWaitingProof = (): Waiting | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
