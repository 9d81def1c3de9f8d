import { z } from 'zod'

import { english, tagOf } from '#domain/languages.ts'
import { titleInMessage } from '#domain/template-languages.ts'
import { addressProblem, sheetsFor } from '#domain/letters.ts'
import { fillIn } from '#domain/template.ts'
import { openLetterFile, type LettersWritten } from '#server/documents/pdf/letters/make-letters.ts'
import { codePageAddress, findInForce, letterCode, linkAddress, messageValues, templateFor } from '#server/notifications/notifications.ts'
import { findLogoOf, getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { waitForAnother } from './batch-letters.ts'
import { composeLetter } from './compose-letter.ts'
import { envelopeHash } from './envelope.ts'
import { beginRun, lockBatch, savePieces, setDelayed, setReady } from './letter-batches.sql.ts'
import { countSheets, type Letter, nextLetters, setInFile } from './letters.sql.ts'

export const makeLettersJob = job('make-letters', z.object({ batchId: z.uuid() }))

export const startMakingLetters = (services: Services) =>
  workInSteps(services, makeLettersJob, (steps, { batchId }) => makeLetters(steps, batchId), concurrency.long)

/** The letters that are read, written and stored at a time. */
const groupSize = 50

type Begun = {
  run: number
  number: number
  isTwoSided: boolean
  date: Date
  organisation: Awaited<ReturnType<typeof getOrganisationSettings>>
  picture: string | undefined
}

/**
 * Makes the file of a batch and stores it piece by piece. After a crash another run makes the same file from its beginning: the batch has its
 * letters already, so none is lost and none is in two batches. Stops when another run has taken over, or when the batch was put back.
 */
export async function makeLetters({ step, signal }: Pick<Steps, 'step' | 'signal'>, batchId: string) {
  const begun = await step((ctx) => begin(ctx, batchId))
  if (!begun) return
  const ours = (work: (ctx: Context) => Promise<unknown>) => step((ctx) => ifOurs(ctx, batchId, begun.run, () => work(ctx)))
  const { isTwoSided, picture } = begun
  const file = openLetterFile(
    { title: `Letters, batch ${begun.number}`, language: tagOf(english), isTwoSided, ...(picture !== undefined && { picture }) },
    signal,
  )
  try {
    const pieces = numberedPieces()
    let made = 0
    for (let last = 0; ;) {
      signal.throwIfAborted()
      const group = await step(async (ctx) => {
        const letters = await nextLetters(ctx, batchId, last, groupSize)
        const composed = []
        for (const letter of letters)
          composed.push({
            id: letter.id,
            number: letter.number ?? 0,
            hasAddress: addressProblem(letter.patient.address) === undefined,
            envelopeHash: envelopeHash(ctx.services.keys, letter),
            letter: await compose(ctx, begun, letter),
          })
        return composed
      })
      if (group.length === 0) break
      last = group.at(-1)?.number ?? last
      // An address may have lost its postcode since the batch was made. The letter then waits for another batch, and the screen says why.
      const toWrite = group.filter(({ hasAddress }) => hasAddress)
      const toWait = group.flatMap(({ id, hasAddress }) => (hasAddress ? [] : [id]))
      const written = toWrite.length > 0 ? await file.add(toWrite.map(({ letter }) => letter)) : { bytes: [], pages: [] }
      made += toWrite.length
      const inFile = toWrite.map((one, at) => ({
        id: one.id,
        envelopeHash: one.envelopeHash,
        sheets: sheetsFor(written.pages[at] ?? 1, isTwoSided),
      }))
      await ours(async (ctx) => {
        await waitForAnother(ctx, toWait)
        await setInFile(ctx, inFile)
        await savePieces(ctx, batchId, pieces(written), made)
      })
    }
    const end = await file.finish()
    await ours(async (ctx) => {
      await savePieces(ctx, batchId, pieces(end), made)
      await setReady(ctx, batchId, { letters: made, sheets: await countSheets(ctx, batchId) })
    })
  } catch (error) {
    if (error instanceof Overtaken) return
    if (!signal.aborted)
      await ours((ctx) => setDelayed(ctx, batchId, 'The file could not be made. It will be tried again.')).catch(passOvertaken)
    throw error
  } finally {
    await file.close()
  }
}

async function begin(ctx: Context, batchId: string): Promise<Begun | undefined> {
  const batch = await lockBatch(ctx, batchId)
  if (batch?.status !== 'making') return undefined
  const run = batch.run + 1
  await beginRun(ctx, batchId, run)
  const organisation = await getOrganisationSettings(ctx)
  // A picture that cannot be drawn must not keep letters from patients: after a failure they are made without it.
  const logo = batch.failure === '' ? await findLogoOf(ctx, ctx.organisationId) : undefined
  return {
    run,
    number: batch.number,
    isTwoSided: batch.isTwoSided,
    date: new Date(batch.createdAt),
    organisation,
    // PDF has no WebP pictures.
    picture: logo && logo.type !== 'image/webp' ? `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}` : undefined,
  }
}

async function compose(ctx: Context, { number, date, organisation }: Begun, letter: Letter) {
  const { requestId, category, patient, specialty, request, removalFinalAt } = letter
  const { config, keys } = ctx.services
  const link = linkAddress(config.PUBLIC_URL, keys, requestId)
  const template = letter.template ?? templateFor(await findInForce(ctx, 'letter', category), letter.locale)
  const { language } = template
  const formTitle = titleInMessage(language, letter)
  const values = messageValues(
    {
      firstName: patient.firstName,
      lastName: patient.lastName,
      organisationName: organisation.name,
      formTitle,
      link,
      expiresAt: removalFinalAt ?? request.expiresAt,
      specialty,
    },
    language,
  )
  return composeLetter({
    ...fillIn(template, values),
    language,
    category,
    reference: `Batch ${number}, letter ${letter.number}`,
    date,
    patient,
    organisation,
    lastDay: values.expiryDate,
    codePage: codePageAddress(config.PUBLIC_URL),
    code: letterCode(keys, requestId),
    link,
  })
}

/** Numbers the pieces of the file in their order. An order that wrote nothing yet has none. */
function numberedPieces() {
  let next = 0
  return ({ bytes }: LettersWritten) => (bytes.length > 0 ? [{ number: next++, bytes: Buffer.concat(bytes) }] : [])
}

class Overtaken extends Error {}
const passOvertaken = (error: unknown) => {
  if (!(error instanceof Overtaken)) throw error
}

async function ifOurs<T>(ctx: Context, batchId: string, run: number, work: () => Promise<T>) {
  const found = await lockBatch(ctx, batchId)
  if (found?.run !== run || found.status !== 'making') throw new Overtaken()
  return work()
}
