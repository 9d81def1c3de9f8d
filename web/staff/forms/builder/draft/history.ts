import type { FormDefinition } from '#domain/form/definition.ts'
import { mergeDefinitions, mergeValues } from '#domain/form/editing/merge-definitions.ts'

import type { FormWords } from '#web/staff/forms/FormFields.tsx'

/** The parts of a form that the builder changes. */
export type Work = FormWords & { draft: FormDefinition }

export type History = { past: Work[]; present: Work; future: Work[]; lastKey?: string | undefined }

/** The number of steps that can be undone. */
const maxSteps = 100

export const begin = (present: Work): History => ({ past: [], present, future: [] })

/** Changes with the same key, such as the letters of one title, are undone together. */
export function change(history: History, present: Work, key?: string): History {
  const isSame = key !== undefined && key === history.lastKey
  return { past: isSame ? history.past : [...history.past, history.present].slice(-maxSteps), present, future: [], lastKey: key }
}

export function undo({ past, present, future }: History): History {
  const previous = past.at(-1)
  return previous ? { past: past.slice(0, -1), present: previous, future: [present, ...future] } : { past, present, future }
}

export function redo({ past, present, future: [next, ...future] }: History): History {
  return next ? { past: [...past, present], present: next, future } : { past, present, future: [] }
}

/** Applies the local changes since `base` to the work of another user. Undefined if both changed the same thing. */
export function mergeWork(base: Work, mine: Work, theirs: Work): Work | undefined {
  const whole = mergeValues(base, mine, theirs)
  if (whole) return whole.value
  const title = mergeValues(base.title, mine.title, theirs.title)
  const description = mergeValues(base.description, mine.description, theirs.description)
  const type = mergeValues(base.type, mine.type, theirs.type)
  const draft = mergeDefinitions(base.draft, mine.draft, theirs.draft)
  return title && description && type && draft && { title: title.value, description: description.value, type: type.value, draft }
}

/** The history on top of the other user's work, so that Undo removes nothing of theirs. Steps that cannot be merged are removed. */
export function rebase({ past, present, future }: History, base: Work, theirs: Work): History {
  const merged = mergeWork(base, present, theirs)
  if (!merged) return { past, present, future }
  const mergeUntil = (works: readonly Work[]) => {
    const merges: Work[] = []
    for (const work of works) {
      const one = mergeWork(base, work, theirs)
      if (!one) break
      merges.push(one)
    }
    return merges
  }
  return { past: mergeUntil(past.toReversed()).toReversed(), present: merged, future: mergeUntil(future) }
}
