import { describe, expect, test } from 'vitest'

import { serviceAddress } from '#contract/route.ts'

import { endpoints } from './endpoints.ts'
import { listen } from './listen.ts'
import { wholeOrganisation } from './whole-organisation.ts'

const { baseUrl, app } = await listen()

/** Every address that the server knows, as method and path; those of folders of files all stand as `*`. */
function servedAddresses() {
  const open: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.includes('──'))
    .flatMap((line) => {
      const [indent, path, methods] = /^([\s│]*)[├└]── (\S+) \((.+)\)/.exec(line)!.slice(1) as [string, string, string]
      open.splice(indent.length / 4, Infinity, path)
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${open.join('')}`)
    })
}

describe('The addresses that the server serves', () => {
  test('besides the contract only these addresses are served, and none reveals anything of an organisation (ORG-7, SAFE-2)', async () => {
    const { words } = await wholeOrganisation()
    const ofContract = new Set(endpoints.map(({ route }) => `${route.method} ${serviceAddress[route.service]}${route.path}`))

    const others = servedAddresses().filter((address) => !ofContract.has(address))

    // What is new here is open to everybody until something says otherwise: look at it, then add it.
    await expect([...others.toSorted(), ''].join('\n')).toMatchFileSnapshot('addresses-outside-the-contract.txt')
    expect(servedAddresses().length - others.length).toBe(ofContract.size)
    for (const address of others.filter((one) => one.startsWith('GET '))) {
      const path = address.slice(4).replace(/:\w+/g, 'x').replace(/^\*$/, '/x')
      const answer = await fetch(baseUrl + path, { redirect: 'manual' })
      const body = await answer.text()
      expect(answer.status, address).toBeLessThan(500)
      expect(
        words.filter((word) => body.includes(word)),
        address,
      ).toEqual([])
    }
  })
})
