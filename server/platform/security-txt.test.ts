import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { listen } from '#test/listen.ts'

const contacts = 'mailto:security@trust.example, https://trust.example/report'

describe('GET /.well-known/security.txt', () => {
  test('tells where to report a vulnerability, in the form of RFC 9116, and for how long that holds (OPS-8)', async () => {
    const { baseUrl } = await listen({ SECURITY_CONTACT: contacts })

    const answer = await fetch(`${baseUrl}/.well-known/security.txt`)

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = (await answer.text()).trimEnd().split('\n')
    expect(fields.filter((line) => !line.startsWith('Expires'))).toEqual([
      'Contact: mailto:security@trust.example',
      'Contact: https://trust.example/report',
      'Preferred-Languages: en',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ])
    const expires = Date.parse(fields.find((line) => line.startsWith('Expires'))!.slice('Expires: '.length))
    expect(expires - Date.now()).toBeGreaterThan(60 * 86_400_000)
    expect(expires - Date.now()).toBeLessThan(365 * 86_400_000)
  })

  test('does not exist without a contact (OPS-8)', async () => {
    const { baseUrl } = await listen()
    expect((await fetch(`${baseUrl}/.well-known/security.txt`)).status).toBe(404)
  })

  test.each(['security@trust.example', 'http://trust.example', 'mailto:nobody'])(
    'SECURITY_CONTACT=%s is refused at the start (OPS-8, RUN-4)',
    (contact) => {
      expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow(/^SECURITY_CONTACT: expects addresses/)
    },
  )
})
