import type { FormDefinition } from '#domain/form/definition.ts'

import type { FormWords } from '#web/staff/forms/FormFields.tsx'

/** All of a form that its builder changes. */
export type Work = FormWords & { draft: FormDefinition }

export type History = { past: Work[]; present: Work; future: Work[]; lastKey?: string | undefined }

/** How far back one can go. */
const depth = 100

export const begin = (present: Work): History => ({ past: [], present, future: [] })

/** Changes with the same key, such as the letters of one title, are undone together. */
export function change(history: History, present: Work, key?: string): History {
  const isSame = key !== undefined && key === history.lastKey
  return { past: isSame ? history.past : [...history.past, history.present].slice(-depth), present, future: [], lastKey: key }
}

export function undo({ past, present, future }: History): History {
  const previous = past.at(-1)
  return previous ? { past: past.slice(0, -1), present: previous, future: [present, ...future] } : { past, present, future }
}

export function redo({ past, present, future: [next, ...future] }: History): History {
  return next ? { past: [...past, present], present: next, future } : { past, present, future: [] }
}
