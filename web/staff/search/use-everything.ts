import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { requestStatusLabel } from '#domain/request-status.ts'
import { roleLabel } from '#domain/roles.ts'
import { checkGuard, guardOf, type Viewer } from '#domain/route-guards.ts'
import type { ScreenName } from '#domain/screen-paths.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'

import { searchDialogWords as words } from './words.ts'

export type Result = { id: string; label: string; hint?: string; href: string }
export type Group = { label: string; results: readonly Result[]; state: 'found' | 'searching' | 'failed' }

/** So many results of each kind; more is what the lists are for. */
const limit = 5
/** One letter is the start of a quarter of all names. */
const minLength = 2

export const isSearchable = (text: string) => text.length >= minLength

/**
 * The records that match a text, each kind only for users who may open them (REQ-9). The text is the key of every query and nothing of an earlier
 * text is kept, so a result always answers the text that was asked for.
 */
export function useEverything(text: string, viewer: Viewer): Group[] {
  const { member, can } = useSession()
  const mayOpen = (screen: ScreenName) => checkGuard(guardOf(screen), viewer) === 'ok'
  const isOn = isSearchable(text)
  const may = {
    patients: mayOpen('patientDetails') && can('patient:read'),
    requests: mayOpen('requestDetails'),
    forms: mayOpen('formDetails'),
    users: mayOpen('userDetails') && can('member:read'),
  }
  const patients = useQuery({
    ...q(api.patients.list, { query: { limit, sort: 'lastName', filters: { search: text, archived: false } } }),
    enabled: isOn && may.patients,
  })
  const requests = useQuery({
    ...q(api.requests.list, { query: { limit, groupings: false, filters: { search: text } } }),
    enabled: isOn && may.requests,
  })
  const forms = useQuery({
    ...q(api.forms.list, { query: { limit, sort: '-updatedAt', filters: { search: text } } }),
    enabled: isOn && may.forms,
  })
  const users = useQuery({
    ...q(api.members.list, {
      params: { id: member.organisationId },
      query: { limit, sort: 'lastName', filters: { search: text, active: true } },
    }),
    enabled: isOn && may.users,
  })
  if (!isOn) return []
  return [
    may.patients &&
      groupOf(words.patients, patients, ({ docs }) =>
        docs.map(({ id, firstName, lastName, nhsNumber, dateOfBirth }) => ({
          id: `patient-${id}`,
          label: `${firstName} ${lastName}`,
          hint: [words.born(formatDate(dateOfBirth)), nhsNumber && formatNhsNumber(nhsNumber)].filter(Boolean).join(' · '),
          href: pathTo('patientDetails', { id }),
        })),
      ),
    may.requests &&
      groupOf(words.requests, requests, ({ docs }) =>
        docs.map(({ id, patient, form, status, createdAt }) => ({
          id: `request-${id}`,
          label: `${patient.firstName} ${patient.lastName}`,
          hint: [form.title, requestStatusLabel(status), formatDate(dateOf(createdAt))].join(' · '),
          href: pathTo('requestDetails', { id }),
        })),
      ),
    may.forms &&
      groupOf(words.forms, forms, ({ docs }) =>
        docs.map(({ id, title }) => ({ id: `form-${id}`, label: title, href: pathTo('formDetails', { id }) })),
      ),
    may.users &&
      groupOf(words.users, users, ({ docs }) =>
        docs.map(({ id, firstName, lastName, jobTitle, role }) => ({
          id: `user-${id}`,
          label: `${firstName} ${lastName}`,
          hint: jobTitle || roleLabel(role),
          href: pathTo('userDetails', { id }),
        })),
      ),
  ].filter((group) => group !== false)
}

const groupOf = <T>(label: string, { data, isError }: UseQueryResult<T, ApiError>, toResults: (found: T) => Result[]): Group => ({
  label,
  results: data === undefined ? [] : toResults(data),
  state: data === undefined ? (isError ? 'failed' : 'searching') : 'found',
})
