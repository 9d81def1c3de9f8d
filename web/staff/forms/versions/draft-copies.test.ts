import { describe, expect, test } from 'vitest'

import { createDraftCopies } from './draft-copies.ts'

describe('createDraftCopies', () => {
  test('a retry copies the draft again only if another user has saved the draft or the copy failed (FORM-2)', async () => {
    const copies: number[] = []
    let isOffline = true
    const keepCopy = createDraftCopies(async ({ draftRevision }) => {
      if (isOffline) throw new Error('offline')
      copies.push(draftRevision)
    })

    await expect(keepCopy({ draftRevision: 3 })).rejects.toThrow('offline')
    isOffline = false
    await keepCopy({ draftRevision: 3 })
    await keepCopy({ draftRevision: 3 })
    await keepCopy({ draftRevision: 4 })

    expect(copies).toEqual([3, 4])
  })
})
