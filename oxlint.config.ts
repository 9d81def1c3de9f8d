import { readdirSync } from 'node:fs'

import type { DummyRuleMap, OxlintConfig } from 'oxlint'

type Ban = { group: string[]; message: string; allowTypeImports?: boolean }

const parentFolders: Ban = {
  group: ['../**', '..', '**/../**'],
  message: 'Name the folder (#server/…), or stay in this one (./…), so that the rules here can judge the import.',
}
const allButRules: Ban = {
  group: ['#contract/**', '#server/**', '#web/**', '#database/**', 'node:*', 'zod', 'kysely', 'pg', 'react', 'fastify'],
  message: 'domain/ imports nothing.',
}
const allButSchemas: Ban = {
  group: ['#server/**', '#web/**', '#database/**', 'node:*', 'kysely', 'pg', 'react', 'fastify'],
  message: 'contract/ imports domain/ and zod only.',
}
const web: Ban = { group: ['#web/**', 'react', 'react-dom', 'react-dom/**'], message: 'The server knows the web by contract/ only.' }
const queryBuilder: Ban = { group: ['kysely', 'kysely/*'], message: 'The query builder belongs in *.sql.ts.' }
const features: Ban = {
  group: ['#server/**', '!#server/platform/**', '!#server/config.ts'],
  message: 'platform/ knows no feature.',
}
const sqlOfFeatures: Ban = { group: ['#server/*/**/*.sql.ts', '!#server/platform/**'], message: "A feature's SQL is its own." }
const routes = '#server/*/**/*.routes.ts'
const routesOfFeatures: Ban = { group: [routes], message: 'Only app.ts serves routes.' }
const product: Ban = {
  group: ['#server/**', '!#server/documents/**', '#contract/**', '#domain/**', '#database/**'],
  message: 'documents/ knows nothing of Formward.',
}
const server: Ban = {
  group: ['#server/**', '#database/**', 'node:*', 'kysely', 'pg', 'fastify'],
  message: 'The web knows the server by contract/ only.',
}
const routerAndApi: Ban = {
  group: ['@tanstack/react-router', '@tanstack/react-query'],
  message: 'Widgets know neither router nor API.',
}
const contractValues: Ban = {
  group: ['#contract/**'],
  allowTypeImports: true,
  message: 'Types only: schemas stay out of the first load.',
}
const folders = (names: string[], message: string): Ban => ({ group: names, message })

/** Folders of server/ that every feature may use. */
const foundations = ['platform', 'documents']
const featureFolders = readdirSync(new URL('server/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !foundations.includes(entry.name))
  .map(({ name }) => name)

/** A feature's public file bears its name: server/requests/requests.ts. */
const otherFeatures = (own: string): Ban => ({
  group: [
    '#server/*/**',
    ...[...foundations, own].map((folder) => `!#server/${folder}/**`),
    ...featureFolders.map((folder) => `!#server/${folder}/${folder}.ts`),
    routes, // in the same group, because oxlint applies no other ban to an import that '!' exempts here
  ],
  message: 'A feature imports the public file of another only (#server/requests/requests.ts), and no routes.',
})

/** A folder of server/, where only *.sql.ts may use the query builder. */
const serverFolder = (folder: string, ...bans: Ban[]): ImportRule[] => [
  [[`${folder}/**`], web, ...bans, queryBuilder],
  [[`${folder}/**/*.sql.ts`], web, ...bans],
]

type ImportRule = [files: string[], ...bans: Ban[]]

/** Which files must not import what. A file obeys the last row that matches it, and never imports from parent folders. */
const importRules: ImportRule[] = [
  [['domain/**'], allButRules],
  [['contract/**'], allButSchemas],
  [['database/**'], web, sqlOfFeatures, routesOfFeatures, queryBuilder],
  [['database/migrate.ts', 'database/migrate-outside.ts', 'database/demo/**'], web, sqlOfFeatures, routesOfFeatures],
  ...serverFolder('server', sqlOfFeatures, routesOfFeatures),
  [['server/app.ts', 'server/workers.ts', 'server/start.ts'], web, queryBuilder],
  ...serverFolder('server/platform', features),
  [['server/platform/database.ts', 'server/platform/jobs.ts'], web, features],
  ...serverFolder('server/documents', product),
  ...featureFolders.flatMap((folder) => serverFolder(`server/${folder}`, otherFeatures(folder))),
  [['web/**'], server],
  [['web/ui/**'], server, routerAndApi, folders(['#contract/**', '#web/**', '!#web/ui/**'], 'ui/ imports nothing of ours.')],
  [['web/form/**'], server, routerAndApi, folders(['#web/**', '!#web/form/**'], 'form/ is shared by staff and patients.')],
  [['web/staff/**'], server, contractValues, folders(['#web/patient/**', '#web/sign-in/**'], 'Staff and patient pages are two bundles.')],
  [
    ['web/patient/**', 'web/sign-in/**'],
    server,
    folders(['#web/staff/**', '#web/ui/**', '#web/api/**'], 'Staff and patient pages are two bundles.'),
  ],
]

const restrictImports = (bans: Ban[]): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns: [parentFolders, ...bans] }],
})

const config: OxlintConfig = {
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'node_modules', '.formward', 'server/platform/tables.ts', 'domain/phone-metadata.ts'],
  rules: {
    ...restrictImports([]),
    'import/no-cycle': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/consistent-return': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/require-to-throw-message': 'off',
    'no-control-regex': 'off',
    'typescript/no-misused-spread': 'off',
    'no-console': 'error',
    'no-debugger': 'error',
    'no-shadow': 'off',
    'no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    'react/purity': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'typescript/require-array-sort-compare': 'off',
    'no-underscore-dangle': 'off',
    'no-await-in-loop': 'off',
    'no-unexpected-multiline': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/jsx-filename-extension': 'off',
    'react/no-unescaped-entities': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-arguments': 'off',
    'typescript/no-unnecessary-boolean-literal-compare': 'off',
    'typescript/consistent-type-imports': 'error',
    'vitest/require-mock-type-parameters': 'off',
  },
  overrides: [
    ...importRules.map(([files, ...bans]) => ({ files, rules: restrictImports(bans) })),
    {
      files: ['domain/**'],
      rules: { 'no-restricted-globals': ['error', 'process', 'window', 'document', 'fetch', 'localStorage'] },
    },
    {
      files: ['**/*.test.ts', 'test/**', 'e2e/**', 'bench/**', 'scripts/**'],
      rules: { 'no-restricted-imports': 'off', 'no-console': 'off' },
    },
  ],
}
export default config
