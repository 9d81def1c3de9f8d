import type { FastifyInstance } from 'fastify'

const groupsInAll = 8

/** One household or ward of IPv6 is a /64: counting single addresses there would count nothing. An IPv4 address is a network by itself. */
export function networkOf(address: string) {
  if (!address.includes(':')) return address
  // As it comes where the server listens for both kinds.
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  // Two colons stand for as many zeros as are missing, and may stand anywhere.
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, groupsInAll - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':').toLowerCase()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that an address takes, in order; none where nothing is at it. */
    methodsAt: (path: string) => string[]
  }
}

/** Remembers every address as it is added, so that a call by a method that it does not take can be told so (RFC 9110 section 15.5.6). */
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
