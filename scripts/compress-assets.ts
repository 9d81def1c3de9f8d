import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import type { Plugin } from 'vite'

/** Compresses once during the build, with the best ratio, instead of for every request. */
export const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  writeBundle({ dir }) {
    const assets = join(dir!, 'assets') // Vite always writes into a folder
    for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const content = readFileSync(join(assets, name))
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
})
