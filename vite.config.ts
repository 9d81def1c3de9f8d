import { join } from 'node:path'

import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressAssets } from './scripts/compress-assets.ts'
import { slimContract } from './scripts/slim-contract.ts'

const root = join(import.meta.dirname, 'web/staff')

/** What screens share, in a few files of some size: fifty small ones would take as many requests. */
const shared: [string, RegExp][] = [
  // Tables, filters, menus and messages: nearly every screen has some of them.
  [
    'parts',
    /\/web\/(ui\/(?!Combo|ConfirmDialog|DateField|Dialog|FileDrop|SearchCombo|Tooltip|LineChart|TrendChart|BarTable)|staff\/(lists\/|LoadError))|\/domain\/(counted|moments|nhs-number|specialties)\.|@tanstack\/react-query/,
  ],
  ['dialog', /\/web\/ui\/(Confirm)?Dialog\.tsx/],
  ['fields', /\/web\/staff\/(use-fields|FieldsForm)\.tsx?/],
  ['combo', /\/web\/ui\/(SearchCombo|ComboBox)\.tsx/],
  // The worklist, of which other screens show parts.
  ['requests', /\/web\/staff\/requests\/(RequestsPage|StatusBadge|live\/(?!Shortcuts)|worklist\/(?!DateRange))/],
  // The screens and dialogs of one kind that would be many small files. Each of them is also a line in the first load.
  ['charts', /\/web\/ui\/(LineChart|TrendChart|BarTable)\.tsx|\/web\/staff\/scores\/Scores/],
  ['files', /\/web\/staff\/(exports\/|DownloadButton|save-file|use-download|days)/],
  ['phone', /\/domain\/phone/],
  ['patient-form', /\/web\/staff\/patients\/(PatientForm|PatientCreatePage|PatientManagePage)|\/domain\/patient-rules/],
  ['members', /\/web\/staff\/(members|wards)\//],
  ['bulk', /\/web\/staff\/requests\/bulk\//],
  ['views', /\/web\/staff\/requests\/(views\/.*Dialog|worklist\/DateRange)/],
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
            // What every visit needs is one file: thirty small ones are four kilobytes more, each compressed by itself.
            { name: 'staff', tags: ['$initial'], priority: shared.length + 1 },
            ...shared.map(([name, test], index) => ({ name, test, priority: shared.length - index })),
          ],
        },
      },
      input: { staff: join(root, 'index.html') },
    },
  },
})
