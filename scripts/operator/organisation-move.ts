// Moves an organisation to another installation:
// `npm run organisation:move -- --organisation ID --to ORIGIN` moves it, and continues a move that was interrupted.
// `npm run organisation:move -- --organisation ID --cancel` gives up a move that was interrupted.
// `npm run organisation:move -- --prepare` gives a new installation the keys of this one.
// The database of the other installation is that of TARGET_DATABASE_OWNER_URL or TARGET_DATA_DIR.
import { parseArgs } from 'node:util'

import { z } from 'zod'

import type { DatabaseAddresses } from '#database/roles.ts'
import { hasKeys, identityOf } from '#server/organisation-moves/check-move.sql.ts'
import { cancelMove, type Installation, moveOrganisation } from '#server/organisation-moves/move-organisation.ts'
import { getSigningKeys } from '#server/identity/provider/signing-keys.sql.ts'
import { openServices } from '#server/open-services.ts'
import { copyKeys } from '#server/platform/keys.ts'
import type { Config } from '#server/config.ts'

import { withDatabase } from './with-services.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const usage = `Usage: npm run organisation:move -- --organisation ID --to ORIGIN
       npm run organisation:move -- --organisation ID --cancel
       npm run organisation:move -- --prepare`

function readOptions() {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const { values } = parseArgs({ options: { organisation: text, to: text, cancel: flag, prepare: flag } })
  const { organisation, to, cancel: isCancelled = false, prepare = false } = values
  if ([prepare, isCancelled, to !== undefined].filter(Boolean).length !== 1 || prepare !== (organisation === undefined))
    throw new Error(usage)
  if (organisation !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(organisation))
    throw new Error('--organisation: expects the id of an organisation')
  if (to !== undefined && !isOrigin(to))
    throw new Error('--to: expects the origin of the other installation, such as https://forms.example')
  return { organisationId: organisation, newOrigin: to }
}

/** Links of patients are sent there, so they are encrypted on their way. */
function isOrigin(text: string) {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'))
}

/** The environment of a command that runs on the other installation's database. */
function targetEnvironment() {
  const { TARGET_DATABASE_OWNER_URL: ownerUrl, TARGET_DATA_DIR: dataDir, TARGET_APP_SECRET: secret } = process.env
  if (Boolean(ownerUrl) === Boolean(dataDir))
    throw new Error('TARGET_DATABASE_OWNER_URL or TARGET_DATA_DIR: expects the database of the other installation, in one of the two')
  const ofOther = secret === undefined ? /^DATABASE_|^DATA_DIR$/ : /^DATABASE_|^DATA_DIR$|^APP_SECRET(_FILE)?$/
  const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOther.test(name)))
  return {
    ...others,
    ...(ownerUrl ? { DATABASE_URL: ownerUrl } : { DATA_DIR: dataDir }),
    ...(secret !== undefined && { APP_SECRET: secret }),
  }
}

const ownerOf = ({ ownerUrl }: DatabaseAddresses, name: string) => {
  if (!ownerUrl) throw new Error(`${name}: expects the address of the owner, who alone may read and write every organisation`)
  return ownerUrl
}

const [ofSource, ofTarget] = ['DATABASE_OWNER_URL', 'TARGET_DATABASE_OWNER_URL'] as const

/** Runs `work` with the services of one of the two installations. */
async function withInstallation<T>(
  addresses: DatabaseAddresses,
  config: Config,
  name: string,
  work: (installation: Installation) => Promise<T>,
) {
  const ownerUrl = ownerOf(addresses, name)
  // Opening the services would make keys of its own.
  if (!(await hasKeys(ownerUrl)))
    throw new Error(`${name}: the database has no keys yet. For a new installation: npm run organisation:move -- --prepare`)
  const services = await openServices(config, addresses)
  try {
    return await work({ services, ownerUrl })
  } finally {
    await services.close()
  }
}

const withBoth = <T>(work: (source: Installation, target: Installation) => Promise<T>) =>
  withDatabase((here, hereConfig) =>
    withDatabase(
      async (there, thereConfig) => {
        await requireOther(ownerOf(here, ofSource), ownerOf(there, ofTarget))
        return withInstallation(here, hereConfig, ofSource, (source) =>
          withInstallation(there, thereConfig, ofTarget, (target) => work(source, target)),
        )
      },
      { environment: targetEnvironment() },
    ),
  )

/** Throws unless both addresses lead to databases of their own. */
async function requireOther(sourceUrl: string, targetUrl: string) {
  const [here, there] = [await identityOf(sourceUrl), await identityOf(targetUrl)]
  if (here === there) throw new Error('The database of the other installation is that of this one')
}

/** The public keys of tokens that are published at an address are those of the database behind it. Throws if they are others. */
async function requireServedFrom(target: Installation, newOrigin: string) {
  if (target.services.config.OIDC_MODE === 'direct')
    return say(`Not checked, because another provider signs users in: whether ${newOrigin} is the other installation`)
  const published = await fetch(`${newOrigin}/identity/.well-known/jwks.json`, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
    .then(async (response) => KeySet.parse(await response.json()).keys)
    .catch((error: Error) => {
      throw new Error(`--to: ${newOrigin} does not answer as an installation of Formward does (${error.message})`)
    })
  const own = new Set((await getSigningKeys(target.services)).map(({ kid }) => kid))
  if (!published.some(({ kid }) => own.has(kid))) throw new Error(`--to: ${newOrigin} is not the installation whose database was named`)
}

const KeySet = z.object({ keys: z.array(z.object({ kid: z.string() })) })

async function prepare() {
  await withDatabase((here) =>
    withDatabase(
      async (there) => {
        const [sourceUrl, targetUrl] = [ownerOf(here, ofSource), ownerOf(there, ofTarget)]
        await requireOther(sourceUrl, targetUrl)
        await copyKeys(sourceUrl, targetUrl)
      },
      { migrates: true, environment: targetEnvironment() },
    ),
  )
  say('The other installation has the keys of this one. Start it with the same APP_SECRET')
}

async function main() {
  const { organisationId, newOrigin } = readOptions()
  if (organisationId === undefined) return prepare()
  await withBoth(async (source, target) => {
    const what = { organisationId, source, target, say }
    if (newOrigin === undefined) {
      await cancelMove(what)
      return say('The move was given up. The organisation works here as before')
    }
    await requireServedFrom(target, newOrigin)
    const { name, rows, tables, jobs } = await moveOrganisation({ ...what, newOrigin })
    say(`${name} was moved to ${newOrigin}: ${rows.toLocaleString('en-GB')} rows of ${tables} tables, ${jobs.toLocaleString('en-GB')} jobs`)
    say('Its users sign in there from now on. Links of patients lead there as long as this installation runs')
  })
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
