import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type CipherKey,
  type KeyObject,
} from 'node:crypto'

import { DatabaseClient } from './database-client.sql.ts'

/** The keys of this installation. Created at the first start and stored in the database, encrypted with APP_SECRET if there is one. */
export type Keys = {
  /** 32 bytes for one purpose, derived from the installation's root key (HKDF-SHA-256, RFC 5869). */
  derive: (purpose: string) => Buffer
  /** HMAC-SHA-256 under the key of that purpose, base64url. */
  sign: (purpose: string, text: string) => string
  /** Encrypts with the key of that purpose, or without a purpose. */
  seal: (plain: Buffer, purpose?: string) => Buffer
  unseal: (sealed: Buffer, purpose?: string) => Buffer
}

const deriveFrom = (root: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `formward/${purpose}`, 32))

/**
 * Reads or creates the root key with the role of the owner, which alone may read and write it.
 *
 * @param previousSecret opens the key too, until changeSecret() has encrypted it with `appSecret`
 */
export async function openKeys(ownerUrl: string, appSecret: string | undefined, previousSecret?: string): Promise<Keys> {
  return keysOf(await rootKey(ownerUrl, wrappingKeys(appSecret, previousSecret)))
}

/** Reads the root key with the role of the application, which sees it only encrypted with APP_SECRET. */
export async function openSealedKeys(url: string, appSecret: string | undefined, previousSecret?: string): Promise<Keys> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ sealed: Buffer | null }>('select sealed_root_key() as sealed')
    const sealed = rows[0]?.sealed
    if (!sealed)
      throw new Error(
        'DATABASE_URL: the keys in the database are not encrypted yet. Start one process with DATABASE_OWNER_URL and APP_SECRET',
      )
    return keysOf(unsealRoot(wrappingKeys(appSecret, previousSecret), sealed).root)
  } finally {
    await client.end()
  }
}

const secretExpected = 'APP_SECRET: expects the secret that this database was set up with'
/** The key of the current secret comes first. A previous secret alone opens nothing. */
const wrappingKeys = (current: string | undefined, previous: string | undefined) =>
  [current, current && previous].flatMap((secret) => (secret ? deriveFrom(Buffer.from(secret), 'wrap') : []))

/**
 * Encrypts the root key with the new secret, in place of the previous one. Processes that run are not affected: they have read the key at their start.
 *
 * @returns 'unchanged' if the key is encrypted with the new secret already
 */
export async function changeSecret(ownerUrl: string, newSecret: string, previousSecret: string): Promise<'changed' | 'unchanged'> {
  return withRootKey(ownerUrl, async ({ kept, keep }) => {
    if (kept?.name !== 'root-sealed')
      throw new Error('APP_SECRET: the keys are not encrypted yet. The next start with APP_SECRET encrypts them')
    const [wrapping, ...others] = wrappingKeys(newSecret, previousSecret)
    const { root, nth } = unsealRoot([wrapping!, ...others], kept.sealed)
    if (nth === 0) return 'unchanged'
    await keep('root-sealed', seal(wrapping!, root))
    return 'changed'
  })
}

/**
 * Gives a database that has no keys yet those of another, so that an organisation can move between their installations. They stay encrypted with the
 * APP_SECRET of the other one. Keys that are there are not replaced, because they sign and encrypt what the database holds.
 */
export const copyKeys = (fromOwnerUrl: string, toOwnerUrl: string): Promise<void> =>
  withRootKey(fromOwnerUrl, async ({ kept: own }) => {
    if (own?.name !== 'root-sealed') throw new Error('APP_SECRET: this installation needs one, because its keys are copied encrypted')
    await withRootKey(toOwnerUrl, async ({ kept, keep }) => {
      if (kept) throw new Error('The other installation has keys already. Nothing was changed')
      await keep('root-sealed', own.sealed)
    })
  })

function keysOf(root: Buffer): Keys {
  const known = new Map<string, KeyObject>()
  // Derived once for each purpose: an import signs 100,000 links, and every page of a list has a sealed cursor.
  function keyFor(purpose: string) {
    const key = known.get(purpose) ?? createSecretKey(deriveFrom(root, purpose))
    known.set(purpose, key)
    return key
  }
  return {
    derive: (purpose) => deriveFrom(root, purpose),
    sign: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest('base64url'),
    seal: (plain, purpose = 'seal') => seal(keyFor(purpose), plain),
    unseal: (sealed, purpose = 'seal') => unseal(keyFor(purpose), sealed),
  }
}

/** One row holds the root key, in plain text or encrypted. A secret that is configured later encrypts the existing key. */
const rootKey = (url: string, wrapping: readonly Buffer[]) =>
  withRootKey(url, async ({ kept, keep }) => {
    const root = kept?.name === 'root-sealed' ? unsealRoot(wrapping, kept.sealed).root : (kept?.sealed ?? randomBytes(32))
    const [current] = wrapping
    if (current && kept?.name !== 'root-sealed') await keep('root-sealed', seal(current, root))
    else if (!kept) await keep('root', root)
    return root
  })

type Kept = { name: 'root' | 'root-sealed'; sealed: Buffer }
type RootKeyRow = { kept: Kept | undefined; keep: (name: Kept['name'], sealed: Buffer) => Promise<void> }

/** Several processes may start at once. A lock makes sure that they use the same key. */
async function withRootKey<T>(url: string, work: (row: RootKeyRow) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('formward keys'))")
    const { rows } = await client.query<Kept>("select name, sealed from instance_keys where name in ('root', 'root-sealed')")
    const result = await work({
      kept: rows[0],
      keep: async (name, sealed) => {
        await client.query("delete from instance_keys where name in ('root', 'root-sealed')")
        await client.query('insert into instance_keys (name, sealed) values ($1, $2)', [name, sealed])
      },
    })
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

/** The root key, and which of the keys has opened it. */
function unsealRoot(wrapping: readonly Buffer[], kept: Buffer) {
  if (wrapping.length === 0) throw new Error(secretExpected)
  for (const [nth, key] of wrapping.entries()) {
    try {
      return { root: unseal(key, kept), nth }
    } catch {
      // Encrypted with another secret.
    }
  }
  throw new Error('APP_SECRET: is not the secret that this database was set up with')
}

/** AES-256-GCM: nonce, tag, text. */
function seal(key: CipherKey, plain: Buffer) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function unseal(key: CipherKey, sealed: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 }) // a shorter tag would be guessed
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
