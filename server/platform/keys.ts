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

/** Reads or creates the root key with the role of the owner, which alone may read and write it. */
export async function openKeys(ownerUrl: string, appSecret: string | undefined): Promise<Keys> {
  return keysOf(await rootKey(ownerUrl, appSecret ? wrappingKey(appSecret) : undefined))
}

/** Reads the root key with the role of the application, which sees it only encrypted with APP_SECRET. */
export async function openSealedKeys(url: string, appSecret: string | undefined): Promise<Keys> {
  const client = new DatabaseClient({ connectionString: url })
  client.on('error', () => {}) // the query that needs the connection reports the error
  await client.connect()
  try {
    const { rows } = await client.query<{ sealed: Buffer | null }>('select sealed_root_key() as sealed')
    const sealed = rows[0]?.sealed
    if (!sealed)
      throw new Error(
        'DATABASE_URL: the keys in the database are not encrypted yet. Start one process with DATABASE_OWNER_URL and APP_SECRET',
      )
    if (!appSecret) throw new Error(secretExpected)
    return keysOf(unsealRoot(wrappingKey(appSecret), sealed))
  } finally {
    await client.end()
  }
}

const secretExpected = 'APP_SECRET: expects the secret that this database was set up with'
const wrappingKey = (appSecret: string) => deriveFrom(Buffer.from(appSecret), 'wrap')

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
async function rootKey(url: string, wrapping: Buffer | undefined) {
  const client = new DatabaseClient({ connectionString: url })
  client.on('error', () => {}) // the query that needs the connection reports the error
  await client.connect()
  try {
    await client.query('begin')
    // Several processes may start at once. A lock makes sure that they use the same key.
    await client.query("select pg_advisory_xact_lock(hashtext('formward keys'))")
    const { rows } = await client.query<{ name: string; sealed: Buffer }>(
      "select name, sealed from instance_keys where name in ('root', 'root-sealed')",
    )
    const [kept] = rows
    if (kept?.name === 'root-sealed' && !wrapping) throw new Error(secretExpected)
    const root = kept?.name === 'root-sealed' ? unsealRoot(wrapping!, kept.sealed) : (kept?.sealed ?? randomBytes(32))
    if (kept?.name !== (wrapping ? 'root-sealed' : 'root')) {
      await client.query("delete from instance_keys where name in ('root', 'root-sealed')")
      const [name, sealed] = wrapping ? ['root-sealed', seal(wrapping, root)] : ['root', root]
      await client.query('insert into instance_keys (name, sealed) values ($1, $2)', [name, sealed])
    }
    await client.query('commit')
    return root
  } finally {
    await client.end()
  }
}

function unsealRoot(wrapping: Buffer, kept: Buffer) {
  try {
    return unseal(wrapping, kept)
  } catch {
    throw new Error('APP_SECRET: is not the secret that this database was set up with')
  }
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
