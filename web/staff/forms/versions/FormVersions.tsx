import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { OpenRequests } from '#contract/form-versions.ts'
import type { FormDetails, FormVersion } from '#contract/forms.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { versionListWords } from '#web/staff/forms/words.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { versionList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { useDownload } from '#web/staff/use-download.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { Comparison, pathToComparison } from './Comparison.tsx'
import { openWords, useOpenRequests } from './OpenRequests.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { versionWords } from './words.ts'

/** All published versions. Each can be opened, compared with another version and restored as the draft. */
export function FormVersions({ form }: { form: FormDetails }) {
  const { id, version } = form
  const list = useListSearch(versionList)
  const open = useOpenRequests(id)
  const [restoring, setRestoring] = useState<number>()
  const actions = useActionsColumn(form, setRestoring)
  return (
    <Stack>
      <ListPanel
        {...versionListWords}
        list={list}
        query={q(api.forms.listVersions, { params: { id }, query: { page: list.page, limit: list.limit } })}
        columns={[...versionColumns(version, open), actions]}
        rowId={(row) => String(row.version)}
        rowHref={(row) => pathTo('formDetails', { id }, { tab: 'preview', version: row.version })}
      />
      {version !== null && <Comparison form={form} />}
      {restoring !== undefined && <RestoreDialog form={form} version={restoring} onClose={() => setRestoring(undefined)} />}
    </Stack>
  )
}

function useActionsColumn(form: FormDetails, onRestore: (version: number) => void): Column<FormVersion> {
  const { can } = useSession()
  const router = useRouter()
  const pdf = useDownload((version: number) => api.formFiles.blank({ params: { id: form.id }, query: { version } }))
  const fhir = useDownload((version: number) => api.formExchange.version({ params: { id: form.id, version: String(version) } }))
  const compare = (from: number, to: number | 'draft') =>
    void router.navigate({ to: pathToComparison(form.id, from, to), resetScroll: false })
  return {
    id: 'actions',
    header: versionWords.actions,
    isHeaderHidden: true,
    align: 'end',
    cell: ({ version }) => (
      <Menu
        name={versionWords.actionsFor(version)}
        actions={[
          {
            id: 'before',
            label: versionWords.comparePrevious,
            isDisabled: version === 1,
            onAction: () => compare(version - 1, version),
          },
          { id: 'draft', label: versionWords.compareDraft, onAction: () => compare(version, 'draft') },
          {
            id: 'translations',
            label: versionWords.translations,
            onAction: () => void router.navigate({ to: pathTo('formDetails', { id: form.id }, { tab: 'translations', version }) }),
          },
          { id: 'pdf', label: versionWords.downloadPdf, icon: 'download', onAction: () => pdf.mutate(version) },
          { id: 'fhir', label: versionWords.exportFhir, icon: 'download', onAction: () => fhir.mutate(version) },
          ...(can('form:update') && !form.isArchived
            ? [{ id: 'restore', label: versionWords.restoreAsDraft, onAction: () => onRestore(version) }]
            : []),
        ]}
      />
    ),
  }
}

const versionColumns = (live: number | null, open: readonly OpenRequests[] | undefined): Column<FormVersion>[] => [
  {
    id: 'version',
    header: versionWords.versionLabel,
    isRowHeader: true,
    isNowrap: true,
    cell: ({ version }) => versionWords.version(version),
  },
  {
    id: 'live',
    header: versionWords.state,
    cell: ({ version }) => (
      <Row>
        {version === live ? <Badge kind="success">{versionWords.liveLabel}</Badge> : <span className="muted">{versionWords.earlier}</span>}
      </Row>
    ),
  },
  {
    id: 'notes',
    header: versionWords.columns.notes,
    cell: ({ changeNotes }) => changeNotes || <span className="muted">{versionWords.noNotes}</span>,
  },
  { id: 'questions', header: versionWords.questions, align: 'end', cell: ({ questionCount }) => questionCount },
  {
    id: 'open',
    header: versionWords.columns.open,
    cell: ({ version }) => open && openWords(open.find((one) => one.version === version) ?? { unopened: 0, opened: 0 }),
  },
  { id: 'by', header: versionWords.columns.publishedBy, cell: ({ publishedBy }) => publishedBy?.name ?? '–' },
  { id: 'at', header: versionWords.published, isNowrap: true, cell: ({ publishedAt }) => formatDateTime(publishedAt) },
]
