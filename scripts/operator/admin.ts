// Creates a system administrator, or makes a new link for one: `npm run admin -- create EMAIL FIRST-NAME LAST-NAME`. Prints the link.
import { createSystemAdministrator, SystemAdministrator } from '#server/members/create-system-administrator.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import { problemOfDatabase } from '#server/platform/database-problem.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'

import { withServices } from './with-services.ts'

const usage = 'Usage: npm run admin -- create EMAIL FIRST-NAME LAST-NAME'

function readPerson([command, emailAddress, firstName, lastName, ...others]: string[]) {
  if (command !== 'create' || lastName === undefined || others.length > 0) throw new Error(usage)
  const parsed = SystemAdministrator.safeParse({ emailAddress, firstName, lastName })
  if (!parsed.success) throw new Error(parsed.error.issues[0]!.message)
  return parsed.data
}

async function main() {
  const person = readPerson(process.argv.slice(2))
  const address = await withServices(
    (services) =>
      inOrganisation(services.db, systemOrganisationId, (tx) =>
        createSystemAdministrator(workerContext(services, systemOrganisationId, tx), person),
      ),
    { migrates: true },
  )
  process.stdout.write(
    `${person.emailAddress} is now a system administrator. Give this link to them and to no one else. They use it to set a password:\n${address}\n`,
  )
}

await main().catch((failure: unknown) => {
  const error = problemOfDatabase(failure)
  process.stderr.write(`${error instanceof Problem ? (error.detail ?? error.code) : (error as Error).message}\n`) // whatever is thrown here is an Error
  process.exitCode = 1
})
