import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'

/** Addresses that are not on the public internet (https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-). */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // a metadata service of a cloud
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4')
/** Only 2000::/3 is assigned to the public internet. These parts of it lead to other networks. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is on the public internet. */
export const isPublicAddress = (address: string) =>
  isIPv6(address) ? globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6') : !special.check(address, 'ipv4')

/** Never called, even where private networks are allowed: metadata services of clouds, this host as a whole, and groups of hosts. */
const neverAllowed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  neverAllowed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fd00:ec2::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  neverAllowed.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address may be called. An IPv4 address in IPv6 form follows the rules of IPv4. */
export const isAllowedAddress = (address: string, mayBePrivate: boolean) =>
  mayBePrivate ? !neverAllowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') : isPublicAddress(address)

/**
 * An IP address of a host, to connect to instead of its name, so that a second lookup cannot give another one. Undefined if any of its
 * addresses is not on the public internet, because a host that somebody typed must not open what only this server can reach. Throws if the
 * name is not known.
 */
export async function findPublicAddress(host: string): Promise<string | undefined> {
  const addresses = await lookup(host, { all: true })
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses[0]?.address : undefined
}
