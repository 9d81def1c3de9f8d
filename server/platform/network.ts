import type { FastifyInstance } from 'fastify'

const groupsInAll = 8

/**
 * The network of a client. One household or ward has an IPv6 /64, so single IPv6 addresses are not counted. An IPv4 address is a network
 * by itself.
 */
export function networkOf(address: string) {
  if (!address.includes(':')) return address
  // An IPv4 address in IPv6 form, when the server listens for both.
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  // Two colons stand for the missing zeros, in any place.
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, groupsInAll - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':').toLowerCase()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of an address, in order. Empty if no route has the address. */
    methodsAt: (path: string) => string[]
  }
}

/** Records the routes as they are added, so that a call with another method can get 405 (RFC 9110 section 15.5.6). */
export function recordRouteMethods(app: FastifyInstance) {
  const addresses = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    addresses.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
  })
  app.decorate('methodsAt', (path) => {
    const found = [...addresses.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted()
  })
}

/** `:name` stands for one part of an address, and `*` for all that follows. */
const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?()[\]{}|\\^$]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )
