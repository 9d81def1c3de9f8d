export type SaveState = { kind: 'saved'; at?: Date } | { kind: 'unsaved' } | { kind: 'saving' } | { kind: 'failed'; error: unknown }

/**
 * Saves a value shortly after its last change. One save runs at a time, always with the latest value. After a failure it waits for the
 * next change or for `flush`, which saves now and resolves to whether everything is saved. `save` returns the value as saved.
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
  /** Takes a value that is already saved. */
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
    /** Takes a value that another user saved, and keeps the unsaved changes. */
    rebaseOnto(value: T) {
      saved = value
      if (latest === saved) accept(value)
    },
  }
}
