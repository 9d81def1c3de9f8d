import { describe, expect, test } from 'vitest'

import { listen } from './listen.ts'

const { app } = await listen({ PUBLIC_URL: 'https://forms.example.com' })
const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }

/** Every kind of answer there is; OWASP ASVS 5.0, chapters 3.4 and 14.3. */
const answers: [string, string, number, string?][] = [
  ['data refused', '/api/tenants/tenant', 401],
  ['no such data', '/api/forms/nothing', 404],
  ['an address that cannot be decoded', '/api/%ff', 400],
  ['how it is', '/health/live', 200],
  ['what the app must know', '/config.json', 200],
  ['what can be measured, to nobody', '/metrics', 404],
  ['the provider’s document', '/identity/.well-known/openid-configuration', 200],
  ['the provider’s keys', '/identity/.well-known/jwks.json', 200],
  ['the provider’s refusal', '/identity/authorize?client_id=nobody', 400],
  ['the provider’s next step', authorize(), 303],
  ['a sign-in page that is over', '/identity/sign-in/gone', 400],
  ['a page of signing in', '/identity/forgot-password', 200],
  ['a sign-out that leads elsewhere', '/identity/v2/logout?returnTo=https://evil.example', 400],
  ['the app', '/forms', 200, 'no-cache'],
  ['a file that is gone', '/assets/gone.js', 404, ''],
]

describe('The headers of responses', () => {
  test.each(answers)('%s has its security headers (SAFE-2)', async (_what, url, status, kept = 'no-store') => {
    const answer = await app.inject({ url, headers: visit })
    const { headers } = answer

    expect(answer.statusCode).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    if (kept) expect(headers['cache-control']).toContain(kept)
    expect([headers['server'], headers['x-powered-by']]).toEqual([undefined, undefined])
  })

  test('requests for tokens have their own limit, whatever the spelling of the address (SIGN-9)', async () => {
    const limitOf = async (url: string) =>
      (await app.inject({ method: 'POST', url, payload: 'grant_type=refresh_token' })).headers['x-ratelimit-limit']

    expect([await limitOf('/identity/oauth/token'), await limitOf('/identity/OAuth/Token')]).toEqual(['1200', '1200'])
    expect((await app.inject('/identity/.well-known/jwks.json')).headers['x-ratelimit-limit']).toBe('6000')
  })
})

function authorize() {
  const query = {
    client_id: 'forms-spa',
    redirect_uri: 'https://forms.example.com/',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
  return `/identity/authorize?${new URLSearchParams(query).toString()}`
}
