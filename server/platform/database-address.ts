const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s

/**
 * One address for each host of an address such as `postgresql://user@one:5432,two:5432/name`, as libpq reads it (PostgreSQL 34.1.1.3). An
 * address with one host is returned unchanged.
 */
export function addressesOf(address: string): string[] {
  const [, start, hosts, end] = parts.exec(address) ?? []
  return hosts?.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [address]
}

/** What is wrong with the address of a database, in words for the operator after the name of the variable; undefined if nothing is. */
export function findAddressProblem(address: string): string | undefined {
  const addresses = addressesOf(address)
  if (!addresses.every((one) => /^postgres(ql)?:/.test(one) && URL.canParse(one) && !new URL(one).host.includes(',')))
    return 'expects an address starting with postgres:// or postgresql://'
  const { searchParams } = new URL(addresses[0]!)
  if (searchParams.get('host')?.includes(','))
    return 'expects several hosts before the name of the database: postgresql://user@one:5432,two:5432/formward'
  const attributes = searchParams.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary'].includes(attributes))
    return 'expects target_session_attrs=read-write, or none: Formward always uses the server that can be written to'
  return undefined
}
