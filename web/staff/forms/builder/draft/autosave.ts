export type SaveState = { kind: 'saved'; at?: Date } | { kind: 'unsaved' } | { kind: 'saving' } | { kind: 'failed'; error: unknown }

/**
 * Saves a value a moment after its last change: one save at a time, the latest value always. After a failure it waits for the next
 * change or for `flush`, which saves now and tells whether everything is saved. `save` answers what is saved after it.
 */
export function createAutosave<T>(first: T, save: (value: T) => Promise<T>, onState: (state: SaveState) => void, delay = 800) {
  let saved = first
  let latest = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined

  async function run() {
    if (latest === saved) return true
    while (latest !== saved) {
      const wanted = latest
      onState({ kind: 'saving' })
      try {
        saved = await save(wanted)
      } catch (error) {
        onState({ kind: 'failed', error })
        return false
      }
    }
    onState({ kind: 'saved', at: new Date() })
    return true
  }
  const flush = () => {
    clearTimeout(timer)
    return (running ??= run().finally(() => (running = undefined)))
  }
  /** What is known to be saved already, by whomever. */
  const accept = (value: T) => {
    clearTimeout(timer)
    saved = latest = value
    onState({ kind: 'saved' })
  }
  return {
    flush,
    accept,
    set(value: T) {
      if (value === latest) return
      latest = value
      clearTimeout(timer)
      if (!running) onState(latest === saved ? { kind: 'saved', at: new Date() } : { kind: 'unsaved' })
      if (latest === saved) return
      timer = setTimeout(() => void flush(), delay)
    },
    isSaved: () => latest === saved,
    isSaving: () => running !== undefined,
    saved: () => saved,
    latest: () => latest,
    /** What somebody else has saved, while one's own goes on from there. */
    goOnFrom(value: T) {
      saved = value
      if (latest === saved) accept(value)
    },
  }
}
