import { describe, expect, test } from 'vitest'

import { inTransaction } from '#server/platform/database.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'

import { reserveSlots } from './channel-states.sql.ts'
import { waitForTurn } from './pacing.ts'

/** The same database, as another process sees it. */
const anotherProcess = ({ services }: TestOrganisation, number: number) => ({
  ...services,
  db: { ...services.db, url: `${services.db.url}#${number}` },
})

describe('The limit of an account', () => {
  test('several processes together send evenly and never more than the limit in any tenth of a minute (NOT-4)', async () => {
    const ward = await openOrganisation()
    const channel = { account: `smtp ${ward.id}`, perMinute: 6_000 }
    const sentAt: number[] = []

    await Promise.all(
      [1, 2].map(async (number) => {
        const services = anotherProcess(ward, number)
        await Promise.all(
          Array.from({ length: 150 }, async () => {
            await waitForTurn(services, channel)
            sentAt.push(Date.now())
          }),
        )
      }),
    )

    const times = sentAt.toSorted((a, b) => a - b)
    expect(times).toHaveLength(300)
    expect(times.at(-1)! - times[0]!, '300 messages at 95 a second').toBeGreaterThan(2_000)
    for (const from of times) expect(times.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(210)
  })

  test('one statement reserves the messages of a second (NOT-4)', async () => {
    const ward = await openOrganisation()
    const channel = { account: `govuk-notify ${ward.id}`, perMinute: 3_000 }
    const services = anotherProcess(ward, 1)

    await Promise.all(Array.from({ length: 50 }, () => waitForTurn(services, channel)))

    const [state] = await ward.query(
      'select extract(epoch from next_slot_at - clock_timestamp())::float8 as ahead from channel_states where account = $1',
      [channel.account],
    )
    expect(Number(state!['ahead']), 'the block of the first 50 and no other').toBeLessThan(1.1)
  })

  test('a batch that would wait too long reserves nothing (NOT-4)', async () => {
    const ward = await openOrganisation()
    const reserve = (count: number, longest?: number) =>
      inTransaction(ward.services.db, {}, (tx) => reserveSlots(tx, `nhs-notify ${ward.id}`, count, 100, longest))

    expect(await reserve(500, 30_000)).toBe(0)
    expect(await reserve(500, 30_000)).toBeUndefined()
    expect(await reserve(1)).toBeGreaterThan(45_000)
  })
})
