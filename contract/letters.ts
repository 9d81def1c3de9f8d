import { z } from 'zod'

import { letterBatchStatuses, maxLettersPerBatch } from '#domain/letters.ts'
import { letterCategories } from '#domain/notification.ts'

import { severalLines } from './fields.ts'
import { byId, IsoMoment, listQuery, paginated, signature } from './lists.ts'
import { PatientInList } from './patients.ts'
import { pdf, routes } from './route.ts'

/** A letter that waits to be printed. */
export const WaitingLetter = z.object({
  id: z.uuid(),
  requestId: z.uuid(),
  category: z.enum(letterCategories),
  patient: PatientInList,
  formTitle: z.string(),
  queuedAt: IsoMoment,
  /** Why the letter will not be printed; null if it will. */
  problem: z.string().nullable(),
})
export type WaitingLetter = z.infer<typeof WaitingLetter>

/** One file with many letters. */
export const LetterBatch = z.object({
  id: z.uuid(),
  /** Counts within the organisation, and is printed on each letter. */
  number: z.number().int(),
  status: z.enum(letterBatchStatuses),
  isTwoSided: z.boolean(),
  /** The number of the batch whose letters are printed again. */
  reprintOf: z.number().int().nullable(),
  /** Why they are printed again; '' for a first print. */
  reason: z.string(),
  letters: z.number().int(),
  madeLetters: z.number().int(),
  /** Sheets of paper; null until the file is made. */
  sheets: z.number().int().nullable(),
  /** Why the file is delayed; '' otherwise. */
  failure: z.string(),
  createdBy: z.string(),
  createdAt: IsoMoment,
  downloadedAt: IsoMoment.nullable(),
  /** Who marked the batch as printed or put its letters back. */
  endedBy: z.string().nullable(),
  endedAt: IsoMoment.nullable(),
  /** The file is removed then; null while there is none. */
  fileUntil: IsoMoment.nullable(),
})
export type LetterBatch = z.infer<typeof LetterBatch>

/** A printed page of a batch that must not be posted. */
const LetterToRemove = z.object({ number: z.number().int(), requestId: z.uuid(), patient: PatientInList, reason: z.string() })

const reading = { service: 'forms', method: 'GET', permission: ['formRequest:update'] } as const
const acting = { service: 'forms', method: 'POST', permission: ['formRequest:update'], audit: 'verb' } as const
const one = { params: byId } as const

/** Letters for patients whom no message reached (NOT-10). A user with assigned wards sees the letters of these wards and their own batches. */
export const letters = routes({
  list: {
    ...reading,
    path: '/letter',
    action: 'letter:list',
    audit: 'letterList',
    query: listQuery(z.object({}), ['createdAt']),
    response: paginated(WaitingLetter).extend({
      /** Letters that the next batch can hold, at most as many as a batch may have. */
      printable: z.number().int(),
      /** Without a phone number to answer by, no batch can be made. */
      hasContactPhone: z.boolean(),
    }),
  },
  /** Puts letters in the queue. Each request succeeds or fails by itself. */
  queue: {
    ...acting,
    path: '/letter',
    action: 'letter:queue',
    body: z.object({
      requests: z.array(z.uuid()).min(1).max(1_000),
      takeOver: z.boolean().default(false),
      /** Whether patients who have had a letter get another. */
      again: z.boolean().default(false),
    }),
    response: z.object({
      /** The reason a request was refused: a message and a code of problems.ts. */
      results: z.array(z.object({ id: z.uuid(), done: z.boolean(), code: z.string().optional(), reason: z.string().optional() })),
    }),
  },
  batches: {
    ...reading,
    path: '/letter/batch',
    action: 'letter:listBatches',
    audit: 'letterBatchList',
    query: listQuery(z.object({}), ['createdAt']),
    response: paginated(LetterBatch),
  },
  /** A batch with the letters that were printed and must not be posted. */
  batch: {
    ...reading,
    ...one,
    path: '/letter/batch/:id',
    action: 'letter:getBatch',
    audit: 'letterBatchList',
    response: LetterBatch.extend({ toRemove: z.array(LetterToRemove) }),
  },
  make: {
    ...acting,
    path: '/letter/batch',
    action: 'letter:makeBatch',
    body: z.object({
      most: z.number().int().min(1).max(maxLettersPerBatch).default(maxLettersPerBatch),
      isTwoSided: z.boolean().default(false),
    }),
    response: LetterBatch,
  },
  /**
   * `removed`: the numbers of the letters that the user was told to take out. Refused when another letter must not be posted by now, so that the
   * user takes it out too. A letter that was taken out is not posted, also if the address is right again.
   */
  markPrinted: {
    ...acting,
    ...one,
    path: '/letter/batch/:id/printed',
    action: 'letter:markPrinted',
    body: z.object({ removed: z.array(z.number().int()).max(maxLettersPerBatch).default([]) }),
    response: LetterBatch,
  },
  putBack: { ...acting, ...one, path: '/letter/batch/:id/put-back', action: 'letter:putBack', response: LetterBatch },
  printAgain: {
    ...acting,
    ...one,
    path: '/letter/batch/:id/again',
    action: 'letter:printAgain',
    body: z.object({ reason: severalLines('Reason', 500).trim().min(1, 'Reason is required.') }),
    response: LetterBatch,
  },
  /** A signed address of the file, which works without a token for a few minutes. */
  link: {
    ...acting,
    ...one,
    path: '/letter/batch/:id/link',
    action: 'letter:download',
    permission: ['formRequest:export'],
    freshProof: 'always',
    response: z.object({ url: z.string() }),
  },
  download: {
    ...one,
    service: 'forms',
    method: 'GET',
    path: '/letter/batch/:id/file',
    action: 'letter:download',
    permission: 'signed address',
    audit: 'verb',
    query: signature,
    response: 'file',
    fileTypes: [pdf],
  },
})
