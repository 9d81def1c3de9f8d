import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const dist = join(import.meta.dirname, '../../dist')

/** Everything that the server reads from the build. `npm run dev` loads scripts/dev/pages-from-source.ts instead of this module. */
export const builtFolders = { staff: join(dist, 'staff'), pages: join(dist, 'pages') }

const modules = new Map<string, Promise<unknown>>()

/** A module of server-rendered pages, loaded when its first page is sent. */
export function loadPages(name: 'sign-in' | 'patient'): Promise<unknown> {
  let loading = modules.get(name)
  if (!loading) modules.set(name, (loading = import(pathToFileURL(join(builtFolders.pages, `${name}.js`)).href)))
  return loading
}

type Manifest = Record<string, { file: string } | undefined>
let manifest: Promise<Manifest> | undefined

/** The address of a script, by its source file. Undefined without a build: the pages work without the script. */
export async function scriptAddress(source: string) {
  manifest ??= readFile(join(builtFolders.staff, '.vite/scripts.json'), 'utf8').then(
    (text) => JSON.parse(text) as Manifest, // the bundler's, in the form it documents
    () => ({}),
  )
  const file = (await manifest)[source]?.file
  return file && `/${file}`
}

/** The staff app's page. Read for each request, because a build while the server runs changes the file names in the page. */
export const readStaffPage = (folder: string): Promise<Buffer | string | undefined> =>
  readFile(join(folder, 'index.html')).catch(() => undefined)
