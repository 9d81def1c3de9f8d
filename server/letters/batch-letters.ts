import { countTemplateUses, findInForce, templateFor, type TemplateInForce } from '#server/notifications/notifications.ts'
import type { Context } from '#server/platform/context.ts'

import { type Letter, putInBatch, takeOutOfBatch } from './letters.sql.ts'

/** The form requests whose removal from the waiting list these letters are about. */
export const removalsOf = (letters: readonly Letter[]) =>
  letters.flatMap(({ category, requestId }) => (category === 'removal_approved' ? [requestId] : []))

/** Puts letters into a batch. Each is written with the template that is in force now, in the language of
 * its patient, and the file is made with it however often that is tried. */
export async function putLettersInBatch(ctx: Context, id: string, letters: readonly Letter[]) {
  const templates = new Map<Letter['category'], TemplateInForce>()
  for (const category of new Set(letters.map((letter) => letter.category)))
    templates.set(category, await findInForce(ctx, 'letter', category))
  const templateOf = (letter: Letter) => templates.get(letter.category)! // one for each category of the letters
  await putInBatch(
    ctx,
    id,
    letters.map((letter) => ({ id: letter.id, template: templateFor(templateOf(letter), letter.locale) })),
  )
  const used = [...Map.groupBy(letters, templateOf)]
  await countTemplateUses(
    ctx,
    used.map(([template, alike]) => ({ templateId: template.id, version: template.version, messages: alike.length })),
  )
}

/** Takes letters out of their batch. They wait for another, and are written with the template that is in force then. */
export async function waitForAnother(ctx: Context, ids: readonly string[]) {
  const lost = await takeOutOfBatch(ctx, ids)
  await countTemplateUses(
    ctx,
    lost.map(({ templateId, version, letters }) => ({ templateId, version, messages: -letters })),
  )
}
