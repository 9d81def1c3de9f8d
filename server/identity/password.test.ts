import { describe, expect, test } from 'vitest'

import { inTransaction } from '#server/platform/database.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { testServer } from '#test/test-server.ts'
import { personWithAccount } from '#test/listen.ts'

import { checkPassword } from './check-password.ts'
import { createAccount } from './identity.ts'
import { createHashingQueue, hashPassword, isPassword } from './password.ts'
import { deleteExpired } from './remove-expired.sql.ts'

const { services, owner } = await testServer()

describe('Passwords', () => {
  test('passwords are stored as argon2id, each with its own salt (SIGN-9)', async () => {
    const [one, two] = [await hashPassword('Correct-horse-1!'), await hashPassword('Correct-horse-1!')]

    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(one).not.toBe(two)
    expect([await isPassword(one, 'Correct-horse-1!'), await isPassword(one, 'correct-horse-1!'), await isPassword(null, '')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a password of any length costs the same work (SIGN-9)', async () => {
    const long = 'Correct-horse-1!'.repeat(100)

    expect(await isPassword(await hashPassword(long.slice(0, 1_024)), long)).toBe(false)
  })

  test('an unknown address takes as long as a known one (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const times: Record<string, number[]> = { known: [], unknown: [] }
    for (let time = 0; time < 18; time++) {
      const [who, emailAddress] = time % 2 ? ['known', ada.emailAddress] : ['unknown', 'nobody@example.com']
      await owner.query('delete from sign_in_throttle')
      const began = performance.now()
      await checkPassword(services, { emailAddress, password: 'Wrong-horse-1!', from: '192.0.2.7' })
      times[who]!.push(performance.now() - began)
    }
    const median = (who: string) => times[who]!.toSorted((a, b) => a - b)[4]!

    // Without the work done for nobody the unknown would be five times faster.
    expect(median('unknown') / median('known')).toBeGreaterThan(0.5)
  })

  test('when too many sign in at once the rest are asked to try again, and nobody waits for ever (SIGN-9)', async () => {
    const gate = createHashingQueue({ atOnce: 2, waiting: 3 })
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 5))
      inside--
    }

    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => gate(work)))

    expect(most).toBe(2)
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')])
    expect((outcomes[7] as PromiseRejectedResult).reason).toMatchObject({ code: 'unavailable' })
    await gate(work)
  })

  test('attempts with priority go before the others, who cannot take their places (SIGN-9)', async () => {
    const gate = createHashingQueue({ atOnce: 1, waiting: 2 })
    const order: string[] = []
    const pass = (who: string, isFirst: boolean) => gate(async () => void order.push(who), { isFirst })

    const outcomes = await Promise.allSettled([
      pass('inside', false),
      pass('other 1', false),
      pass('other 2', false),
      pass('other 3', false),
      pass('known', true),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(order).toEqual(['inside', 'known', 'other 1', 'other 2'])
  })

  test('an account is opened with its member, once per address, whatever the case (MEM-2)', async () => {
    const passwordHash = await hashPassword('Correct-horse-1!')
    const open = (emailAddress: string) => inTransaction(services.db, {}, (tx) => createAccount({ tx }, { emailAddress, passwordHash }))

    const { subject } = await open('Grace@example.com')

    await expect(open('grace@EXAMPLE.com')).rejects.toMatchObject({ constraint: 'accounts_email' })
    expect(
      await checkPassword(services, { emailAddress: 'GRACE@example.com', password: 'Correct-horse-1!', from: '203.0.113.1' }),
    ).toMatchObject({
      accountId: subject,
    })
  })

  test('expired entries are deleted, and the others are kept (SIGN-9)', async () => {
    await owner.query(`insert into oidc_store (model, id, payload, expires_at) values
    ('RefreshToken', 'old', '{}', now() - interval '1 second'), ('RefreshToken', 'new', '{}', now() + interval '1 minute')`)

    await inTransaction(services.db, { organisationId: systemOrganisationId }, (tx) => deleteExpired({ tx }))

    const { rows } = await owner.query("select id from oidc_store where model = 'RefreshToken'")
    expect(rows).toEqual([{ id: 'new' }])
  })
})
