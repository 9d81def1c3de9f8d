import { join } from 'node:path'

import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { chunksByScreen } from './scripts/chunk-of.ts'
import { compressAssets } from './scripts/compress-assets.ts'
import { slimContract } from './scripts/slim-contract.ts'

const root = join(import.meta.dirname, 'web/staff')

/** The screens and dialogs of one kind that would be many small files. Each of them is also a line in the first load. */
const ofOneKind: [string, RegExp][] = [
  ['fields', /\/web\/staff\/(use-fields|FieldsForm)\.tsx?/],
  ['combo', /\/web\/ui\/(SearchCombo|ComboBox)\.tsx/],
  ['files', /\/web\/staff\/(exports\/|DownloadButton|save-file|use-download|days)/],
  ['phone', /\/domain\/phone\.ts/],
  // Many forms check by these rules, and none of them needs the form of a patient for it.
  ['rules', /\/domain\/validation\/rules\.ts/],
  ['patient-form', /\/web\/staff\/patients\/(PatientForm|PatientCreatePage|PatientManagePage)|\/domain\/patient-rules/],
  ['members', /\/web\/staff\/(members|wards)\//],
  ['bulk', /\/web\/staff\/requests\/bulk\//],
  ['views', /\/web\/staff\/requests\/(views\/.*Dialog|worklist\/DateRange)/],
  ['library', /\/web\/staff\/forms\/(library|exchange)\//],
  ['templates', /\/web\/staff\/notifications\//],
]

/** The staff app. */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  // The health service's style sheets name their pictures by this address.
  resolve: { alias: { '/assets/images': join(import.meta.dirname, 'node_modules/nhsuk-frontend/dist/nhsuk/assets/images') } },
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/vite'),
  // The library carries its words in thirty languages; the product speaks one.
  plugins: [{ ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, slimContract(), react(), compressAssets()],
  build: {
    outDir: join(import.meta.dirname, 'dist/staff'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content security policy allows files of our own only: nothing inline, no data: addresses, no script that adds scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      checks: { pluginTimings: false }, // of no use to a person who starts the product
      output: {
        codeSplitting: {
          // The first group that reaches a module has it, with all that it needs.
          groups: [
            { name: chunksByScreen(), includeDependenciesRecursively: false, priority: ofOneKind.length + 1 },
            ...ofOneKind.map(([name, test], index) => ({ name, test, priority: ofOneKind.length - index })),
          ],
        },
      },
      input: { staff: join(root, 'index.html') },
    },
  },
})
