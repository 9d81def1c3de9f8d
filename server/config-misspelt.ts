/** Variables with these prefixes are probably meant for Formward. */
const families = ['ALLOW_INSECURE_', 'DATABASE_', 'MAIL_', 'NOTIFICATION_', 'OIDC_', 'OUTBOX_', 'SMTP_', 'UPSTREAM_']

/** Shorter names resemble those of other programs: PORT and PATH, HOST and POST. */
const shortestCompared = 6

/** Kubernetes sets these in every container for a service called, for example, "database" or "smtp". */
const isOfKubernetes = (name: string, value: string) =>
  /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)/.test(name) || /^(tcp|udp|sctp):\/\//.test(value)

/** One line for each variable that Formward does not read and whose name resembles one that it does: a misspelt name has no effect. */
export function findMisspelt(environment: Record<string, string>, known: readonly string[]): string[] {
  return Object.entries(environment)
    .filter(([name, value]) => !known.includes(name) && !isOfKubernetes(name, value))
    .flatMap(([name]) => {
      const meant = closest(name, known)
      if (meant) return [`${name}: is not a variable of Formward. Did you mean ${meant}?`]
      const family = families.find((prefix) => name.startsWith(prefix))
      const members = known.filter((one) => family && one.startsWith(family))
      return family ? [`${name}: is not a variable of Formward. Those that begin with ${family} are ${members.join(', ')}`] : []
    })
}

function closest(name: string, known: readonly string[]) {
  const upper = name.toUpperCase()
  return known
    .filter((one) => one.length >= shortestCompared)
    .map((one) => ({ one, distance: editDistance(upper, one) }))
    .filter(({ one, distance }) => distance <= (one.length >= 9 ? 2 : 1))
    .toSorted((a, b) => a.distance - b.distance)[0]?.one
}

/** How many characters must be added, removed, replaced or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string) {
  if (Math.abs(a.length - b.length) > 2) return 3
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, isSwapped ? beforeLast[j - 2]! + 1 : Infinity)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length]!
}
