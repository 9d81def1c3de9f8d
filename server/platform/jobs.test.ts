import { PgBoss } from 'pg-boss'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { testServer } from '#test/test-server.ts'
import { eventually, next, openOrganisation, type TestOrganisation } from '#test/organisation.ts'

import { inOrganisation } from './database.ts'
import { concurrency, createQueues, enqueue, enqueueAll, job, workerContext, workInSteps } from './jobs.ts'

const Data = z.object({ label: z.string() })

/** A kind of job of this test's own, and its queue. */
async function newKind() {
  const kind = job(`test-${next()}`, Data)
  const boss = new PgBoss({ connectionString: (await testServer()).url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await createQueues(boss, [kind])
  await boss.stop({ graceful: false })
  return kind
}

const inIt = <T>({ services, id }: TestOrganisation, work: (ctx: ReturnType<typeof workerContext>) => Promise<T>) =>
  inOrganisation(services.db, id, (tx) => work(workerContext(services, id, tx)))

describe.each(Object.entries(concurrency))('a kind of job that runs %s', (_name, atOnce) => {
  test('a 10 ms job of one organisation runs beside 12 s jobs of another (SAFE-4)', async () => {
    const [busy, other] = [await openOrganisation(), await openOrganisation()]
    const kind = await newKind()
    const begun: string[] = []
    const release = Promise.withResolvers<void>()
    const otherIsDone = Promise.withResolvers<'done'>()
    await workInSteps(
      busy.services,
      kind,
      async (_steps, { label }) => {
        begun.push(label)
        if (label === 'long') await release.promise
        else await new Promise((resolve) => setTimeout(resolve, 10)).then(() => otherIsDone.resolve('done'))
      },
      atOnce,
    )

    await inIt(busy, (ctx) =>
      enqueueAll(
        ctx,
        kind,
        Array.from({ length: 30 }, () => ({ label: 'long' })),
      ),
    )
    await eventually(async () => begun.length === atOnce.perOrganisation)
    await inIt(other, (ctx) => enqueue(ctx, kind, { label: 'short' }))
    const tooLate = setTimeout(release.resolve, 12_000)
    const first = await Promise.race([otherIsDone.promise, release.promise.then(() => 'the long jobs ended first')])
    clearTimeout(tooLate)
    release.resolve()

    expect(first).toBe('done')
    // The cap: of 30 jobs of one organisation no more began than may run at once.
    expect(begun.filter((label) => label === 'long').length).toBe(atOnce.perOrganisation)
    await eventually(async () => begun.length === 31, 60)
  })
})

describe('Jobs', () => {
  test('a queue of many short jobs of one organisation is worked off without waiting for polls (SAFE-4)', async () => {
    const ward = await openOrganisation()
    const kind = await newKind()
    let done = 0
    await workInSteps(ward.services, kind, async () => void done++, concurrency.short)

    await inIt(ward, (ctx) =>
      enqueueAll(
        ctx,
        kind,
        Array.from({ length: 100 }, () => ({ label: 'short' })),
      ),
    )

    // One job for each poll would take hours.
    await eventually(async () => done === 100, 60)
  })

  test('a job that is due later begins when it is due, though no loop asks for it by itself (SAFE-4)', async () => {
    const ward = await openOrganisation()
    const kind = await newKind()
    const begun: string[] = []
    await workInSteps(ward.services, kind, async (_steps, { label }) => void begun.push(label), concurrency.short)

    await inIt(ward, async (ctx) => {
      await enqueue(ctx, kind, { label: 'later' }, { after: new Date(Date.now() + 3_000) })
      await enqueue(ctx, kind, { label: 'in an hour' }, { after: new Date(Date.now() + 3_600_000) })
    })

    await eventually(async () => begun.length > 0, 60)
    expect(begun).toEqual(['later'])
  })
})
