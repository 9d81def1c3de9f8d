type Locked = { version?: string; license?: string; dev?: boolean }

/** A package that runs in production, and its licence as the package states it (https://spdx.org/licenses); '' if it states none. */
export type Licence = { name: string; version: string; licence: string }

/** Every package of a package-lock.json that is not for development alone, in the order of names. */
export function readLicences(lock: string): Licence[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> } // version 3, as npm writes it
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version = '', license = '' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 13),
      version,
      licence: license,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
