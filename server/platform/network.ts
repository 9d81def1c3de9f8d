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
