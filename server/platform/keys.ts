import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

import pg from 'pg'

/** Keys of this installation, made on first start and kept in the database, sealed with APP_SECRET when there is one. */
export type Keys = {
  /** 32 bytes for one purpose, derived from the installation's root key (HKDF-SHA-256, RFC 5869). */
  derive: (purpose: string) => Buffer
  /** HMAC-SHA-256 under the key of that purpose, base64url. */
  sign: (purpose: string, text: string) => string
  seal: (plain: Buffer) => Buffer
  unseal: (sealed: Buffer) => Buffer
}

const derive = (root: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `formward/${purpose}`, 32))

/** Opens, or on the first start makes, the installation's root key. `owner` is a connection string that may write `instance_keys`. */
export async function openKeys(url: string, appSecret: string | undefined): Promise<Keys> {
  const wrapping = appSecret ? derive(Buffer.from(appSecret), 'wrap') : undefined
  const root = await rootKey(url, wrapping)
  return {
    derive: (purpose) => derive(root, purpose),
    sign: (purpose, text) => createHmac('sha256', derive(root, purpose)).update(text).digest('base64url'),
    seal: (plain) => seal(derive(root, 'seal'), plain),
    unseal: (sealed) => unseal(derive(root, 'seal'), sealed),
  }
}

async function rootKey(url: string, wrapping: Buffer | undefined) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const fresh = randomBytes(32)
    // Several processes may start at once: one insert wins, all read the same row.
    await client.query('insert into instance_keys (name, sealed) values ($1, $2) on conflict do nothing', [
      wrapping ? 'root-sealed' : 'root',
      wrapping ? seal(wrapping, fresh) : fresh,
    ])
    const { rows } = await client.query<{ sealed: Buffer }>('select sealed from instance_keys where name = $1', [
      wrapping ? 'root-sealed' : 'root',
    ])
    const kept = rows[0]!.sealed
    return wrapping ? unsealRoot(wrapping, kept) : kept
  } finally {
    await client.end()
  }
}

function unsealRoot(wrapping: Buffer, kept: Buffer) {
  try {
    return unseal(wrapping, kept)
  } catch {
    throw new Error('APP_SECRET: is not the secret this database was set up with')
  }
}

/** AES-256-GCM: nonce, tag, text. */
function seal(key: Buffer, plain: Buffer) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function unseal(key: Buffer, sealed: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
