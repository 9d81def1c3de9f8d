import { existsSync } from 'node:fs'
import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressAssets } from './scripts/compress-assets.ts'

const pages = { patient: 'web/patient/pages.tsx', 'sign-in': 'web/sign-in/pages.tsx' }
const present = Object.entries(pages).filter(([, path]) => existsSync(join(import.meta.dirname, path)))

/** Pages the server renders itself. Node runs .ts but not .tsx, so they are made into plain modules, with their style sheets beside them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/pages/',
  publicDir: false,
  // The health service's style sheets name their pictures by this address.
  resolve: { alias: { '/assets/images': join(import.meta.dirname, 'node_modules/nhsuk-frontend/dist/nhsuk/assets/images') } },
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/vite-server'),
  plugins: [react(), compressAssets()],
  css: { preprocessorOptions: { scss: { quietDeps: true } } },
  ssr: { external: ['react', 'react-dom'] },
  build: {
    ssr: true,
    ssrEmitAssets: true,
    outDir: join(import.meta.dirname, 'dist/pages'),
    emptyOutDir: true,
    target: 'node24',
    assetsInlineLimit: 0,
    minify: false,
    rolldownOptions: {
      checks: { pluginTimings: false }, // of no use to whoever starts the product
      input: Object.fromEntries(present.map(([name, path]) => [name, join(import.meta.dirname, path)])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
