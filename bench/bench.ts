import { benchBuilder } from './builder.ts'

/** `npm run bench -- builder`: one measurement, in words on the terminal. */
const benches: Record<string, () => Promise<void>> = { builder: benchBuilder }

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
if (!bench) throw new Error(`Usage: npm run bench -- ${Object.keys(benches).join('|')}`)
await bench()
