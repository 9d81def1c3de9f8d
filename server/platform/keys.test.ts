import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { asApplication, freshDatabase } from '#test/test-server.ts'

import { changeSecret, openKeys, openSealedKeys } from './keys.ts'

const secret = 'a secret of at least thirty-two characters'

async function keptIn(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; sealed: Buffer }>('select name, sealed from instance_keys')
  await client.end()
  return rows
}

describe('Keys', () => {
  test('several processes that start at once end with the same key, and another installation has another (SIGN-10)', async () => {
    const [url, other] = [await freshDatabase(), await freshDatabase()]

    const opened = await Promise.all([openKeys(url, undefined), openKeys(url, undefined), openKeys(url, undefined)])

    expect(new Set(opened.map((keys) => keys.sign('test', 'text'))).size).toBe(1)
    expect((await openKeys(other, undefined)).sign('test', 'text')).not.toBe(opened[0].sign('test', 'text'))
  })

  test('a secret that is set later encrypts the existing key: links sent before still open (SIGN-10)', async () => {
    const url = await freshDatabase()
    const before = (await openKeys(url, undefined)).sign('patient-link', 'request')

    expect((await openKeys(url, secret)).sign('patient-link', 'request')).toBe(before)
    expect(await keptIn(url)).toMatchObject([{ name: 'root-sealed' }])
    expect((await openKeys(url, secret)).sign('patient-link', 'request')).toBe(before)
  })

  test('without its secret, or with another, a sealed installation does not start (SIGN-10)', async () => {
    const url = await freshDatabase()
    await openKeys(url, secret)

    await expect(openKeys(url, undefined)).rejects.toThrow('APP_SECRET: expects the secret that this database was set up with')
    await expect(openKeys(url, `${secret}!`)).rejects.toThrow('APP_SECRET: is not the secret that this database was set up with')
    expect(await keptIn(url)).toHaveLength(1)
  })

  test('the secret is changed while processes with either secret start, and links sent before still open (OPS-8, SIGN-10)', async () => {
    const url = await freshDatabase()
    const [old, next] = [secret, 'another secret of at least thirty-two characters']
    const link = (await openKeys(url, old)).sign('patient-link', 'request')
    const opensWith = async (...secrets: [string, string?]) => {
      const opened = await Promise.all([openKeys(url, ...secrets), openSealedKeys(asApplication(url), ...secrets)])
      expect(opened.map((keys) => keys.sign('patient-link', 'request'))).toEqual([link, link])
    }

    // First every process gets both secrets, one after the other.
    await opensWith(old)
    await opensWith(next, old)
    expect(await changeSecret(url, next, old)).toBe('changed')
    expect(await changeSecret(url, next, old)).toBe('unchanged')
    await opensWith(next, old)
    await opensWith(next)

    await expect(openKeys(url, old)).rejects.toThrow('APP_SECRET: is not the secret that this database was set up with')
    await expect(changeSecret(url, old, 'a third secret of at least thirty-two characters')).rejects.toThrow(
      'APP_SECRET: is not the secret',
    )
    await opensWith(next)
  })

  test('a sealed value opens only unchanged and for its own purpose, and not with a shorter tag, which could be guessed (SIGN-10)', async () => {
    const { seal, unseal } = await openKeys(await freshDatabase(), undefined)
    const sealed = seal(Buffer.from(''), 'cursor')

    expect(unseal(sealed, 'cursor').toString()).toBe('')
    for (const length of [12, 16, 24, 27]) expect(() => unseal(sealed.subarray(0, length), 'cursor')).toThrow()
    expect(() => unseal(sealed, 'another')).toThrow()
  })
})
