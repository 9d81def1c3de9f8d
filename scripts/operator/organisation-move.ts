// Moves an organisation to another installation:
// `npm run organisation:move -- --organisation ID --to ORIGIN` moves it, and continues a move that was interrupted.
// `npm run organisation:move -- --organisation ID --to ORIGIN --cancel` gives up a move that was interrupted.
// `npm run organisation:move -- --prepare` gives a new installation the keys of this one.
// The database of the other installation is that of TARGET_DATABASE_OWNER_URL or TARGET_DATA_DIR.
import { parseArgs } from 'node:util'

import type { DatabaseAddresses } from '#database/roles.ts'
import { cancelMove, type Installation, type Move, moveOrganisation } from '#server/organisation-moves/move-organisation.ts'
import { openServices } from '#server/open-services.ts'
import { copyKeys } from '#server/platform/keys.ts'
import type { Config } from '#server/config.ts'

import { withDatabase } from './with-services.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const usage = `Usage: npm run organisation:move -- --organisation ID --to ORIGIN [--cancel]
       npm run organisation:move -- --prepare`

function readOptions() {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const { values } = parseArgs({ options: { organisation: text, to: text, cancel: flag, prepare: flag } })
  const { organisation, to, cancel: isCancelled = false, prepare = false } = values
  if (prepare) {
    if (organisation !== undefined || to !== undefined || isCancelled) throw new Error(usage)
    return undefined
  }
  if (organisation === undefined || to === undefined) throw new Error(usage)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(organisation))
    throw new Error('--organisation: expects the id of an organisation')
  if (!URL.canParse(to) || new URL(to).origin !== to)
    throw new Error('--to: expects the origin of the other installation, such as https://forms.example')
  return { organisationId: organisation, newOrigin: to, isCancelled }
}

/** The environment of a command that runs on the other installation's database. */
function targetEnvironment() {
  const { TARGET_DATABASE_OWNER_URL: ownerUrl, TARGET_DATA_DIR: dataDir, TARGET_APP_SECRET: secret } = process.env
  if (Boolean(ownerUrl) === Boolean(dataDir))
    throw new Error('TARGET_DATABASE_OWNER_URL or TARGET_DATA_DIR: expects the database of the other installation, in one of the two')
  const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^DATABASE_|^DATA_DIR$/.test(name)))
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
      (there, thereConfig) =>
        withInstallation(here, hereConfig, ofSource, (source) =>
          withInstallation(there, thereConfig, ofTarget, (target) => work(source, target)),
        ),
      { environment: targetEnvironment() },
    ),
  )

async function prepare() {
  const result = await withDatabase((here) =>
    withDatabase((there) => copyKeys(ownerOf(here, ofSource), ownerOf(there, ofTarget)), {
      migrates: true,
      environment: targetEnvironment(),
    }),
  )
  say(
    result === 'copied'
      ? 'The other installation has the keys of this one. Start it with the same APP_SECRET, and keep both secrets alike until it has its own with npm run admin -- change-secret'
      : 'The other installation had keys already. Nothing was changed',
  )
}

async function main() {
  const options = readOptions()
  if (!options) return prepare()
  const { isCancelled, ...what } = options
  await withBoth(async (source, target) => {
    const move: Move = { ...what, source, target, say }
    if (isCancelled) {
      await cancelMove(move)
      return say('The move was given up. The organisation works here as before')
    }
    const { name, rows, tables, jobs } = await moveOrganisation(move)
    say(
      `${name} was moved to ${what.newOrigin}: ${rows.toLocaleString('en-GB')} rows of ${tables} tables, ${jobs.toLocaleString('en-GB')} jobs`,
    )
    say('Its users sign in there from now on. Links of patients lead there as long as this installation runs')
  })
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
