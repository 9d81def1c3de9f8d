import { join } from 'node:path'

import { defineConfig } from 'vite'

import { compressAssets } from './scripts/compress-assets.ts'

/**
 * The few lines of script that the sign-in pages can do without. They are built apart from the staff app: code that the two shared would be a file of
 * its own, which every visit of the staff app would have to fetch.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/vite-scripts'),
  plugins: [compressAssets()],
  build: {
    // Beside the files of the staff app, which are built before.
    outDir: join(import.meta.dirname, 'dist/staff'),
    emptyOutDir: false,
    manifest: '.vite/scripts.json',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false }, // of no use to a person who starts the product
      input: { passkey: join(import.meta.dirname, 'web/sign-in/passkey.ts') },
    },
  },
})
