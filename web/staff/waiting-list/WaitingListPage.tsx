import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { decisionsOf, queueLabel, type WaitingListDecision } from '#domain/waiting-list.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ExportTable } from '#web/staff/exports/ExportTable.tsx'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSelection } from '#web/staff/requests/bulk/use-selection.ts'
import { useRememberList } from '#web/staff/requests/details/remember-list.ts'
import { fullName, specialtyWords } from '#web/staff/requests/worklist/request-columns.tsx'
import { waitingList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { longPageSizes } from '#web/ui/page-sizes.ts'
import { TabNav } from '#web/ui/TabNav.tsx'

import { DecisionDialog, type Refused } from './DecisionDialog.tsx'
import { columnsOf } from './waiting-list-columns.tsx'
import { emptyQueueWords, queueWords, refusedWords, selectionWords, waitingListWords as words, wordsOfDecision } from './words.ts'

const shownRefusals = 20

/** The waiting list: what patients have answered, and silence, as queues of what staff decide (PTN-5). */
export function WaitingListPage() {
  const { can } = useSession()
  const list = useListSearch(waitingList)
  const { filters, setFilters } = list
  const queue = filters.queue || 'worse'
  const { queue: _, ...narrowing } = list.query.filters
  const found = useListPage(q(api.waitingList.list, { query: list.query }))
  const address = useLocation({ select: ({ href }) => href })
  useRememberList('waitingList', { query: list.query, address }, found.isPlaceholderData ? undefined : found.data)
  const { docs, totalDocs = 0, asOf = '', queues, specialties = [], forms = [], waited = [] } = found.data ?? {}
  const selection = useSelection(docs, JSON.stringify(filters))
  const [decision, setDecision] = useState<WaitingListDecision>()
  const [refused, setRefused] = useState<Refused[]>([])
  const mayDecide = can('formRequest:update')
  const count = selection.isAll ? totalDocs : selection.selected.size
  const ask = (wanted: WaitingListDecision) => {
    if (count > 0) setDecision(wanted)
    else notify({ label: selectionWords.selectFirst, kind: 'warning' })
  }
  return (
    <>
      <PageHeader
        title={words.title}
        description={queueWords[queue].about}
        actions={
          queue === 'take_off_list' &&
          can('formRequest:export') && (
            <ExportTable title={words.exportTitle} fetchFile={(format) => api.waitingList.exportFinal({ query: { ...narrowing, format } })}>
              {words.export}
            </ExportTable>
          )
        }
      />
      <TabNav
        label={words.queues}
        current={queue}
        tabs={waitingListQueues.map((name) => ({
          id: name,
          label: queueLabel(name),
          href: pathTo('waitingList', {}, { filters: { ...filters, queue: name } }),
          count: queues?.[name],
        }))}
      />
      <FilterBar
        label={words.filters}
        chips={[
          ...filters.specialty.map((value) => ({
            id: `specialty ${value}`,
            label: specialtyWords(value),
            onRemove: () => setFilters({ specialty: filters.specialty.filter((one) => one !== value) }),
          })),
          ...filters.formId.map((value) => ({
            id: `form ${value}`,
            label: forms.find((one) => one.value === value)?.label ?? '…',
            onRemove: () => setFilters({ formId: filters.formId.filter((one) => one !== value) }),
          })),
          ...(filters.waited
            ? [{ id: 'waited', label: words.waitedChip(filters.waited), onRemove: () => setFilters({ waited: '' }) }]
            : []),
        ]}
        onClear={() => setFilters({ specialty: [], formId: [], waited: '' })}
      >
        <FilterMenu
          label={words.specialty}
          options={specialties}
          value={filters.specialty}
          onChange={(specialty) => setFilters({ specialty })}
        />
        <FilterMenu label={words.form} options={forms} value={filters.formId} onChange={(formId) => setFilters({ formId })} />
        <FilterMenu
          label={words.waited}
          options={waited}
          none={words.any}
          value={filters.waited ? [filters.waited] : []}
          onChange={([value = '']) => setFilters({ waited: value })}
        />
      </FilterBar>
      {refused.length > 0 && (
        <Alert kind="warning" title={refusedWords.title(refused.length)}>
          <ul>
            {refused.slice(0, shownRefusals).map(({ id, patient, reason }) => (
              <li key={id}>{refusedWords.row(patient, reason)}</li>
            ))}
          </ul>
          {refused.length > shownRefusals && <p>{refusedWords.more(refused.length - shownRefusals)}</p>}
          <Button size="sm" onClick={() => setRefused([])}>
            {refusedWords.dismiss}
          </Button>
        </Alert>
      )}
      <ListTable
        label={words.label}
        list={list}
        found={found}
        columns={columnsOf(queue)}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('requestDetails', { id })}
        isUrgent={({ isUrgent }) => isUrgent}
        selection={
          mayDecide ? { selected: selection.selected, onChange: selection.choose, nameOf: ({ patient }) => fullName(patient) } : undefined
        }
        empty={{ ...emptyQueueWords, text: queueWords[queue].empty }}
        {...((filters.specialty.length + filters.formId.length > 0 || filters.waited) && { noMatch: words.noMatch })}
        skeletonRows={list.limit}
        sizes={longPageSizes}
      >
        {mayDecide && (
          <>
            <BulkBar count={count} idle={selectionWords.idle} onClear={selection.clear}>
              {decisionsOf[queue].map((one) => (
                <Button key={one} size="sm" onClick={() => ask(one)}>
                  {wordsOfDecision(queue, one).button}
                </Button>
              ))}
            </BulkBar>
            {(selection.isAll || (selection.isWholePage && totalDocs > selection.selected.size)) && (
              <div className="all-that-match" role="status">
                {selection.isAll ? (
                  selectionWords.all(totalDocs)
                ) : (
                  <>
                    {selectionWords.page}{' '}
                    <Button kind="link" size="sm" onClick={selection.chooseAll}>
                      {selectionWords.selectAll(totalDocs)}
                    </Button>
                  </>
                )}
              </div>
            )}
          </>
        )}
      </ListTable>
      {decision && (
        <DecisionDialog
          queue={queue}
          decision={decision}
          count={count}
          requests={selection.isAll ? { filters: narrowing, until: asOf, expected: totalDocs } : [...selection.selected]}
          entries={selection.requests}
          onDone={(left) => {
            setRefused(left)
            selection.clear()
          }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </>
  )
}
