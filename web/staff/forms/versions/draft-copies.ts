type Draft = { draftRevision: number }

/**
 * Copies a draft once for each of its revisions. A retry creates no second copy, but another user may have saved the draft since the last
 * copy, and their work must be kept too.
 */
export function createDraftCopies<T extends Draft>(copy: (draft: T) => Promise<unknown>) {
  let copied: number | undefined
  return async (draft: T) => {
    if (copied === draft.draftRevision) return
    await copy(draft)
    copied = draft.draftRevision
  }
}
