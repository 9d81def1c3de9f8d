/** What an address can hold: `filters[status][0]=opened`, the bracket-index format of specification section 7. */
export type QueryValue = string | number | boolean | null | undefined | QueryValue[] | { [key: string]: QueryValue }

export function toQueryString(query: Record<string, unknown>) {
  const pairs = Object.entries(query).flatMap(([key, value]) => pairsOf(key, value))
  return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
}

function pairsOf(key: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  if (typeof value === 'object') return Object.entries(value).flatMap(([name, inner]) => pairsOf(`${key}[${name}]`, inner))
  // oxlint-disable-next-line typescript/no-base-to-string -- objects and arrays have gone their own way above
  return [[key, String(value)]]
}

type Parsed = { [key: string]: string | Parsed }

/** Parses a query string. All values are text, and arrays are arrays. */
export function readQueryString(text: string): Record<string, unknown> {
  const root: Parsed = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll(']', '').split('[')
    if (path.length <= 4) place(root, path, value)
  }
  return withArrays(root) as Record<string, unknown> // the root is no array: withArrays only makes one of numbered keys
}

function place(root: Parsed, path: string[], value: string) {
  let here = root
  for (const name of path.slice(0, -1)) {
    const inner = here[name]
    here = typeof inner === 'object' ? inner : (here[name] = Object.create(null) as Parsed)
  }
  here[path.at(-1)!] = value
}

function withArrays(parsed: Parsed, isRoot = true): unknown {
  const entries = Object.entries(parsed).map(([key, value]) => [key, typeof value === 'object' ? withArrays(value, false) : value] as const)
  const isArray = !isRoot && entries.length > 0 && entries.every(([key]) => /^\d{0,3}$/.test(key))
  return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
