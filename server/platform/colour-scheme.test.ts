import { describe, expect, test } from 'vitest'

import { withColourScheme } from './colour-scheme.ts'

const page = '<!doctype html><html lang="en-GB"><title>Formward</title></html>'

describe('withColourScheme', () => {
  test.each(['light', 'dark'])('a browser set to %s gets the page in these colours (UI-5)', (scheme) => {
    expect(withColourScheme(page, { 'colour-scheme': scheme })).toContain(`<html data-colour-scheme="${scheme}" lang="en-GB">`)
  })

  test.each([undefined, '', 'system', '"><script>'])('the value %s of the cookie leaves the page as it is (UI-5, SAFE-2)', (value) => {
    expect(withColourScheme(page, { 'colour-scheme': value })).toBe(page)
  })
})
