import { readFileSync } from 'node:fs'

import { firstNames, lastNames, streets, towns } from '#database/demo/names.ts'
import { demoPassword } from '#domain/demo-accounts.ts'

const anyOf = (words: readonly string[]) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_./-])(?:${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\p{L}\\p{N}_])`,
    'u',
  )

/** Names that are also words of the product. */
const ambiguous = new Set(['Ward'])
/** People in the tests, and some of their answers. */
const inTests = ['Samira', 'Hopper', 'Byron', 'Franklin', 'Lovelace', 'Penicillin', 'Ring my wife']

/** What no log may hold (RUN-6, SAFE-2), of the demonstration and of the people in the tests. */
const kinds: [string, RegExp][] = [
  ['a name', anyOf([...firstNames.female, ...firstNames.male, ...lastNames, ...inTests].filter((name) => !ambiguous.has(name)))],
  ['an address', anyOf([...streets, ...towns.map(({ town }) => town)])],
  ['a postcode', /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/],
  ['an NHS number', /\b999[ -]?\d{3}[ -]?\d{4}\b/],
  ['a phone number', /(?:\+44|\b0) ?7700 ?900 ?\d{3}\b/],
  ['an e-mail address', /[\w.+'-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i],
  ['a date of birth', /\b(?:19\d\d|200\d)-\d{2}-\d{2}\b/],
  ['a word that only records of patients hold', /\bZz[0-9a-f]{8}\b/],
  ['a token', /\beyJ[\w-]{10,}/],
  ["a patient's link", /\/(?:r|stop-emails)\/[\w-]{8,}/],
  // The digest of the audit log is as long as a secret, and is logged every month so that it is kept outside the database.
  ['a secret', /(?<![\w-]|\d{15,17}\/all\/)(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/],
  ['a password', anyOf([demoPassword, 'Correct-horse-1!'])],
  ['the name of a file', /[\w)]\.(?:xlsx|csv|png|jpe?g|webp)\b/i],
  ['a query', /[?&](?:filters|search|nhsNumber|code|who|signature)\b/],
]

/** Every line of a log with personal data, and that data. */
export const personalDataIn = (log: string) =>
  log
    .split('\n')
    .flatMap((line, at) =>
      kinds
        .filter(([, pattern]) => pattern.test(line))
        .map(([kind, pattern]) => `line ${at + 1} holds ${kind} (${pattern.exec(line)![0]}): ${line.slice(0, 300)}`),
    )

/** Fails at the end of a run if the logs of its servers contain personal data. */
export function refusePersonalData(file: string) {
  const found = personalDataIn(readFileSync(file, 'utf8'))
  if (found.length) throw new Error(`RUN-6 SAFE-2 the log of this run tells of people:\n${found.slice(0, 20).join('\n')}`)
}
