import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `index`: the migration is the one statement that builds or drops this index beside those who write. It runs outside a transaction. */
export type Migration = { name: string; text: string; checksum: string; index?: Index }

/** `statement`: the whole of it. `table`: that of an index to be built. */
export type Index = { name: string; statement: string } & ({ act: 'create'; table: string } | { act: 'drop' })

/** A row of schema_migrations. */
export type AppliedMigration = { name: string; checksum: string }

/** All migrations of this version in order. The checksum is the SHA-256 of the file's text. */
export async function readMigrations(folder = join(import.meta.dirname, 'migrations')): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const index = findIndex(file, text)
      return {
        name: file.slice(0, -'.sql'.length),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        ...(index && { index }),
      }
    }),
  )
}

/** The first line of a file that runs outside a transaction. */
const outside = '-- Outside a transaction'
const outsideStatement =
  /^(?:(create) (?:unique )?index concurrently if not exists ([a-z_0-9]{1,60}) on ([a-z_0-9]+) [^;]+|(drop) index concurrently if exists ([a-z_0-9]+));$/

/**
 * The index of a file that runs outside a transaction, undefined for every other file. What such a file has done stays when it is interrupted, so
 * it has one statement, which can be repeated. Throws when it has anything else.
 */
function findIndex(file: string, text: string): Migration['index'] {
  const [first = '', ...lines] = text.split('\n')
  if (first !== outside) {
    if (/^--\s*outside a transaction/im.test(text)) throw new Error(`database/migrations/${file}: the first line is not "${outside}"`)
    return undefined
  }
  const statement = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('--'))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const [, create, built, table, drop, dropped] = outsideStatement.exec(statement) ?? []
  if (create && built && table) return { act: 'create', name: built, table, statement }
  if (drop && dropped) return { act: 'drop', name: dropped, statement }
  throw new Error(
    `database/migrations/${file}: a file outside a transaction has one statement: create index concurrently if not exists NAME on TABLE … (a name of at most 60 characters) or drop index concurrently if exists …`,
  )
}

/**
 * The migrations that the database still needs. Throws, with words for the operator, when the database was migrated by other files than these.
 * Migrations of a later version are fine: an earlier version can start again after an upgrade (docs/decisions/0033-migrations.md).
 */
export function findPending(migrations: Migration[], applied: AppliedMigration[]) {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const newest = applied.reduce((last, { name }) => (name > last ? name : last), '')
  for (const { name, checksum } of migrations) {
    const was = checksums.get(name)
    if (was !== undefined && was !== checksum)
      throw new Error(
        `database/migrations/${name}.sql: the file has changed since the database applied it. Restore the file of the release and make the change in a new migration`,
      )
    if (was === undefined && name < newest)
      throw new Error(
        `database/migrations/${name}.sql: the database has already applied a later migration, ${newest}. Give the file a higher number`,
      )
  }
  return migrations.filter(({ name }) => !checksums.has(name))
}
