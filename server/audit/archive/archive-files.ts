import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import { z } from 'zod'

import type { ArchivedRange } from '#server/audit/chain/archived-ranges.sql.ts'
import type { ChainedEvent } from '#server/audit/chain/event-hash.ts'
import { type Problem, problemOfNext } from '#server/audit/chain/lane-place.ts'

/** Where the events of a lane from one event on are kept in the archive. */
type FilePlace = { organisationId: string } & Pick<ArchivedRange, 'lane' | 'first'>

/** A folder for each organisation, and in it a file of events with its manifest for each range. */
export function filesOf(folder: string, { organisationId, lane, first }: FilePlace) {
  const path = join(folder, organisationId, `lane-${lane}-from-${first}`)
  return { events: `${path}.jsonl.gz`, manifest: `${path}.manifest.json` }
}

const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Seq = z.int().min(1)
const Manifest = z.strictObject({
  format: z.literal('formward audit archive 1'),
  organisationId: z.uuid(),
  lane: z.int().min(0),
  first: Seq,
  last: Seq,
  events: Seq,
  before: z.iso.date(),
  hashBefore: Digest,
  hashAfter: Digest,
  sha256: Digest,
  signature: z.string(),
})

/** The manifest as it is written. Every field but the number of events, which follows from the places, is signed. */
export function manifestText(organisationId: string, { lane, first, last, before, signature, ...range }: ArchivedRange) {
  const manifest: z.infer<typeof Manifest> = {
    format: 'formward audit archive 1',
    organisationId,
    lane,
    first,
    last,
    events: last - first + 1,
    before,
    hashBefore: range.hashBefore.toString('hex'),
    hashAfter: range.hashAfter.toString('hex'),
    sha256: range.fileDigest.toString('hex'),
    signature,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** The range of a manifest that is in the folder; undefined if there is none. Throws words for the operator if it is no manifest of this place. */
export async function readManifest(folder: string, place: FilePlace): Promise<ArchivedRange | undefined> {
  const path = filesOf(folder, place).manifest
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  const { data } = Manifest.safeParse(parsed(text))
  if (!data || data.organisationId !== place.organisationId || data.lane !== place.lane || data.first !== place.first)
    throw new Error(`${path}: is not the manifest of this place of the archive`)
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  return {
    lane: data.lane,
    first: data.first,
    last: data.last,
    before: data.before,
    hashBefore: bytes(data.hashBefore),
    hashAfter: bytes(data.hashAfter),
    fileDigest: bytes(data.sha256),
    signature: data.signature,
  }
}

export async function readIfThere(path: string) {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a manifest. It comes last, so that a file of events with a manifest is complete. */
export const writeManifest = (path: string, text: string) => replaceFile(path, Readable.from([text]))

/** Writes events as compressed JSON Lines, each with every field that its hash needs. */
export const writeEvents = (path: string, events: AsyncIterable<ChainedEvent>) =>
  replaceFile(path, Readable.from(linesOf(events)), createGzip())

async function* linesOf(events: AsyncIterable<ChainedEvent>) {
  for await (const event of events) {
    const line = JSON.stringify({ ...event, hash: event.hash.toString('hex') })
    // Two characters that JSON may hold as they are end a line for some readers, that of Node among them.
    yield `${line.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
  }
}

/** Only the finished file gets the name, and its bytes and its name are on the disk when this returns. */
async function replaceFile(path: string, content: Readable, ...through: NodeJS.ReadWriteStream[]) {
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline([content, ...through, createWriteStream(part, { mode: 0o600, flush: true })])
  await rename(part, path)
  for (const folder of [dirname(path), dirname(dirname(path))]) await syncFolder(folder)
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function digestOfFile(path: string) {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return sum.digest()
}

const Event = z.strictObject({
  organisationId: z.string(),
  lane: z.int(),
  seq: z.int(),
  id: z.string(),
  at: z.string(),
  actorKind: z.string(),
  actorId: z.string(),
  subjectId: z.string(),
  patientId: z.string(),
  patientIds: z.string(),
  eventType: z.string(),
  detail: z.string(),
  hash: Digest,
})

async function* readEvents(path: string): AsyncGenerator<ChainedEvent> {
  const unzipped = createGunzip()
  const unzipping = pipeline(createReadStream(path), unzipped)
  unzipping.catch(() => {}) // awaited below
  try {
    for await (const line of createInterface({ input: unzipped, crlfDelay: Infinity })) {
      const { hash, ...event } = Event.parse(JSON.parse(line))
      yield { ...event, hash: Buffer.from(hash, 'hex') }
    }
    await unzipping
  } finally {
    unzipped.destroy()
  }
}

/** Finds the first event of an archived range that is missing from its file, was altered or is another one; undefined if the file is as it was written. */
export async function findProblemOfFile(folder: string, organisationId: string, range: ArchivedRange): Promise<Problem | undefined> {
  const path = filesOf(folder, { organisationId, ...range }).events
  const place = { seq: range.first - 1, hash: range.hashBefore }
  const at = (problem: Problem | undefined) => problem && { ...problem, problem: `${problem.problem} (${path})` }
  try {
    for await (const event of readEvents(path)) {
      const isElsewhere =
        event.organisationId !== organisationId || event.lane !== range.lane || event.seq <= place.seq || event.seq > range.last
      const problem = isElsewhere ? { seq: place.seq + 1, problem: 'another event is in its place' } : problemOfNext(place, event)
      if (problem) return at(problem)
      place.seq = event.seq
      place.hash = event.hash
    }
  } catch (error) {
    return at({
      seq: place.seq + 1,
      problem: isMissing(error) ? 'missing: the file is not there' : 'altered: the file cannot be read from here on',
    })
  }
  if (place.seq < range.last) return at({ seq: place.seq + 1, problem: `missing, like every event up to ${range.last}` })
  if (!place.hash.equals(range.hashAfter)) return at({ seq: range.last, problem: 'altered: not the last event that was archived' })
  if (!(await digestOfFile(path)).equals(range.fileDigest))
    return at({ seq: range.first, problem: 'altered: the file is not the one that was archived' })
  return undefined
}
