// Rewrites domain/phone-metadata.ts from the installed libphonenumber-js: run it after an update of that library.
import { writeFileSync } from 'node:fs'

import metadata from 'libphonenumber-js/metadata.max.json'

const { GB, GG, IM, JE } = metadata.countries
const own = { version: metadata.version, country_calling_codes: { '44': ['GB', 'GG', 'IM', 'JE'] }, countries: { GB, GG, IM, JE } }

writeFileSync(
  new URL('../domain/phone-metadata.ts', import.meta.url),
  `// Made by scripts/make-phone-metadata.ts: the numbering plans of +44 alone, so that a browser does not load the world's.
// prettier-ignore
export const phoneMetadata = ${JSON.stringify(own)}
`,
)
