// The operator's commands about users and keys:
// `npm run admin -- create EMAIL FIRST-NAME LAST-NAME` creates a system administrator, or a new link for one, and prints the link.
// `npm run admin -- emergency-link` prints a link with which the user of BREAK_GLASS_ACCOUNT sets a new password.
// `npm run admin -- change-secret` encrypts the keys with APP_SECRET in place of APP_SECRET_PREVIOUS.
// `npm run admin -- end-sessions EMAIL | ODS-CODE | everybody` signs users out of every device at once.
import { makeEmergencyLink } from '#server/identity/one-time-links/make-emergency-link.ts'
import { createSystemAdministrator, SystemAdministrator } from '#server/members/create-system-administrator.ts'
import { endSessionsOfUsers, type Whose } from '#server/members/end-sessions.ts'
import { problemOfDatabase } from '#server/platform/database-problem.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { changeSecret } from '#server/platform/keys.ts'
import { Problem } from '#server/platform/problem.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { withDatabase, withServices } from './with-services.ts'

const usage = `Usage: npm run admin -- create EMAIL FIRST-NAME LAST-NAME
       npm run admin -- emergency-link
       npm run admin -- end-sessions EMAIL | ODS-CODE | everybody
       npm run admin -- change-secret`

function readPerson([emailAddress, firstName, lastName, ...others]: string[]) {
  if (lastName === undefined || others.length > 0) throw new Error(usage)
  const parsed = SystemAdministrator.safeParse({ emailAddress, firstName, lastName })
  if (!parsed.success) throw new Error(parsed.error.issues[0]!.message)
  return parsed.data
}

async function create(args: string[]) {
  const person = readPerson(args)
  const address = await withServices(
    (services) =>
      inOrganisation(services.db, systemOrganisationId, (tx) =>
        createSystemAdministrator(workerContext(services, systemOrganisationId, tx), person),
      ),
    { migrates: true },
  )
  return `${person.emailAddress} is now a system administrator. Give this link to them and to no one else. They use it to set a password:\n${address}`
}

async function emergencyLink(args: string[]) {
  if (args.length > 0) throw new Error(usage)
  const { emailAddress, address } = await withServices(makeEmergencyLink)
  return `Give this link to the user of ${emailAddress} and to no one else. They use it within 1 hour to set a new password:\n${address}`
}

function readWhose([whose, ...others]: string[]): Whose {
  if (whose === undefined || others.length > 0) throw new Error(usage)
  if (whose === 'everybody') return { everybody: true }
  return whose.includes('@') ? { emailAddress: whose } : { odsCode: whose }
}

async function endSessions(args: string[]) {
  const whose = readWhose(args)
  const users = await withServices((services) => endSessionsOfUsers(services, whose))
  return `${users === 1 ? '1 user is' : `${users.toLocaleString('en-GB')} users are`} signed out of every device. They can sign in again with their password and second factor.`
}

async function changeAppSecret(args: string[]) {
  if (args.length > 0) throw new Error(usage)
  const result = await withDatabase(async ({ ownerUrl }, { APP_SECRET: secret, APP_SECRET_PREVIOUS: previous }) => {
    if (!ownerUrl) throw new Error('DATABASE_OWNER_URL: expects the address of the owner, who alone may write the keys')
    if (!secret) throw new Error('APP_SECRET: expects the new secret')
    if (!previous) throw new Error('APP_SECRET_PREVIOUS: expects the secret that the keys are encrypted with now')
    return changeSecret(ownerUrl, secret, previous)
  })
  return result === 'changed'
    ? 'The keys are encrypted with the new APP_SECRET. Remove APP_SECRET_PREVIOUS from the configuration of every process, and restart them.'
    : 'The keys were encrypted with this APP_SECRET already. Nothing was changed.'
}

const commands: Record<string, (args: string[]) => Promise<string>> = {
  create,
  'emergency-link': emergencyLink,
  'end-sessions': endSessions,
  'change-secret': changeAppSecret,
}

try {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined
  if (!command) throw new Error(usage)
  process.stdout.write(`${await command(args)}\n`)
} catch (failure) {
  const error = problemOfDatabase(failure)
  process.stderr.write(`${error instanceof Problem ? (error.detail ?? error.code) : (error as Error).message}\n`) // whatever is thrown here is an Error
  process.exitCode = 1
}
