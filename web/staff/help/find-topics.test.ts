import { describe, expect, test } from 'vitest'

import { isScreenPath } from '#domain/screen-paths.ts'
import { can } from '#domain/role-abilities.ts'
import type { Role } from '#domain/roles.ts'
import { pathTo } from '#web/staff/paths.ts'

import { topicsMatching } from './find-topics.ts'
import { topics } from './topics.ts'
import { tasks } from './words.ts'

const idsOf = (text: string) => topicsMatching(text).map(({ id }) => id)

describe('topicsMatching', () => {
  test('a topic is found by the beginnings of words in its title or text, the title first (UI-6)', () => {
    expect(idsOf('urgent')[0]).toBe('urgent')
    expect(idsOf('Import')[0]).toBe('import')
    expect(idsOf('STOP')).toContain('no-contact')
    expect(idsOf('lock')).toContain('cannot-open')
  })

  test('every typed word must be found, in any order, and an empty search finds nothing (UI-6)', () => {
    expect(idsOf('wrong patient')[0]).toBe('wrong-patient')
    expect(idsOf('patient wrong')[0]).toBe('wrong-patient')
    expect(idsOf('urgent xylophone')).toEqual([])
    expect(idsOf(' ')).toEqual([])
  })

  test('a question in everyday words finds its topic (UI-6)', () => {
    expect(idsOf('How do I merge two patients?')).toContain('matching')
    expect(idsOf('change my password')[0]).toBe('own-account')
    expect(idsOf('dark mode')).toEqual(['own-account'])
    expect(idsOf('delete a patient')[0]).toBe('erase')
    expect(idsOf('who')).not.toEqual([])
  })
})

describe('topics', () => {
  test('each has its own address, and its buttons lead to screens (UI-6)', () => {
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
    const paths = topics.flatMap(({ links = [] }) => links.map(({ screen }) => pathTo(screen)))
    expect(paths.filter((path) => !isScreenPath(path))).toEqual([])
  })
})

const tasksOf = (role: Role) => tasks.filter(([, needs, on]) => on.some((screen) => can(role, screen, needs))).map(([task]) => task)

describe('the table of roles', () => {
  test('the tasks of one permission each differ between roles, and a system administrator has none with health records (UI-6, ROLE-2)', () => {
    expect(new Set(tasks.map(([, needs]) => needs)).size).toBe(tasks.length)
    expect(tasksOf('Forms SysAdmin')).toEqual([
      'Manage users',
      'Change the settings of the organisation',
      'Read the audit log',
      'Create reports',
      'Create organisations',
    ])
  })

  test('a task whose screens are closed to a role is none of its tasks, whatever its permissions (UI-6, NAV-3)', () => {
    expect(tasksOf('Admin')).toContain('Manage users')
    expect(tasksOf('Forms OrgAdmin')).not.toContain('Manage users')
    expect(tasksOf('Forms OrgAdmin')).not.toContain('Create reports')
  })
})
