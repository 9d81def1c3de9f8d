import { describe, expect, test } from 'vitest'

import { permissionsOf } from '#domain/roles.ts'

import { pagesFor, pagesMatching } from './find-pages.ts'

const pagesOf = (role: Parameters<typeof permissionsOf>[0]) =>
  pagesFor({ roles: [role], permissions: permissionsOf(role) }, { outbox: false })
const labels = (pages: { label: string }[]) => pages.map(({ label }) => label)

describe('The pages of the search', () => {
  test('only pages that the user may open are found (REQ-9)', () => {
    const clinician = labels(pagesOf('Forms User'))
    expect(clinician).toContain('Form requests')
    expect(clinician).toContain('Form requests: My work')
    for (const page of ['Organisations', 'Audit log', 'Outbox']) expect(clinician).not.toContain(page)
    const system = labels(pagesOf('Forms SysAdmin'))
    expect(system).toContain('Organisations')
    for (const page of ['Patients', 'Form requests', 'Form requests: Urgent']) expect(system).not.toContain(page)
  })

  test('each typed word is the beginning of a word in the name (REQ-9)', () => {
    const pages = ['Form requests', 'Create form request', 'Sign-in security'].map((label) => ({ label, href: '/' }))
    expect(labels(pagesMatching(pages, 'req for'))).toEqual(['Form requests', 'Create form request'])
    expect(labels(pagesMatching(pages, 'CREATE'))).toEqual(['Create form request'])
    expect(labels(pagesMatching(pages, 'security'))).toEqual(['Sign-in security'])
    expect(labels(pagesMatching(pages, 'quest'))).toEqual([])
  })
})
