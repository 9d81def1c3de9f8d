import { expect, test } from 'vitest'

import { confirmationWords, removalWords, stopEmailsWords } from './words.ts'

test('without the name of the organisation, every sentence still begins with a capital letter (PTN-1)', () => {
  const { approved, changed_mind: changedMind, withdrawn, final } = removalWords
  const texts = [
    confirmationWords.received(undefined),
    confirmationWords.contact(undefined),
    stopEmailsWords.stopped.text(undefined),
    ...[approved(undefined, '2026-11-22'), changedMind(undefined), withdrawn(undefined), final(undefined)].flatMap((text) => text.texts),
  ]
  for (const sentence of texts.flatMap((text) => text.split(/(?<=[.?!]) /))) expect(sentence).toMatch(/^[A-Z]/)
})
