/** Asks once for all calls that come before the answer. A failure is that of each of them, and the next call asks again. */
export function shareAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined
  return () => (asking ??= ask().finally(() => (asking = undefined)))
}
