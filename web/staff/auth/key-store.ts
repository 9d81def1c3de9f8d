import type { DPoPState, OidcClientSettings } from 'oidc-client-ts'

/** Where the keys of tokens are kept: as `IndexedDbDPoPStore` of the library keeps them, without the library. */
export type KeyStore = NonNullable<NonNullable<OidcClientSettings['dpop']>['store']>

const [databaseName, storeName] = ['oidc', 'dpop']

/** IndexedDB can hold a key that no script can read. */
export function openKeyStore(): KeyStore {
  const run = async <T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>) => {
    const opening = indexedDB.open(databaseName)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
    const database = await answerOf(opening)
    try {
      return await answerOf(ask(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      database.close()
    }
  }
  const get = (key: string) => run('readonly', (store) => store.get(key) as IDBRequest<DPoPState>) // only set() writes it
  return {
    get,
    set: async (key, state) => void (await run('readwrite', (store) => store.put(state, key))),
    async remove(key) {
      const state = await get(key)
      await run('readwrite', (store) => store.delete(key))
      return state
    },
    getAllKeys: () => run('readonly', (store) => store.getAllKeys() as IDBRequest<string[]>), // the keys are client ids
  }
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The key store of the browser did not answer')))
  })
