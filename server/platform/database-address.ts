const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s

/**
 * One address for each host of an address such as `postgresql://user@one:5432,two:5432/name`, as libpq reads it (PostgreSQL 34.1.1.3). An
 * address with one host is returned unchanged.
 */
export function addressesOf(address: string): string[] {
  const [, start, hosts, end] = parts.exec(address) ?? []
  return hosts?.includes(',') ? hosts.split(',').map((host) => `${start}${host}${end}`) : [address]
}

/** The values of `target_session_attrs` that say what Formward does by itself. */
const sessionAttributes = {
  primary: {
    accepted: ['read-write', 'primary'],
    words: 'expects target_session_attrs=read-write, or none: Formward always uses the server that can be written to',
  },
  standby: {
    accepted: ['read-only', 'standby'],
    words: 'expects target_session_attrs=standby, or none: Formward always uses a standby here',
  },
}

/** What is wrong with the address of a database, in words for the operator after the name of the variable; undefined if nothing is. */
export function findAddressProblem(address: string, wanted: 'primary' | 'standby'): string | undefined {
  const addresses = addressesOf(address)
  if (!addresses.every((one) => /^postgres(ql)?:/.test(one) && URL.canParse(one) && !new URL(one).host.includes(',')))
    return 'expects an address starting with postgres:// or postgresql://'
  const { searchParams } = new URL(addresses[0]!)
  if (searchParams.get('host')?.includes(','))
    return 'expects several hosts before the name of the database: postgresql://user@one:5432,two:5432/formward'
  const { accepted, words } = sessionAttributes[wanted]
  const attributes = searchParams.get('target_session_attrs')
  return attributes === null || accepted.includes(attributes) ? undefined : words
}
