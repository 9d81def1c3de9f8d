import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { LibraryQuestionInList } from '#contract/question-library.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { libraryList } from '#web/staff/searches.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { notify } from '#web/ui/notify.ts'

import './library.scss'
import { EditLibraryQuestionDialog } from './EditLibraryQuestionDialog.tsx'
import { libraryListWords, libraryPageWords as words } from './words.ts'

type OpenDialog = { kind: 'edit' | 'remove'; of: LibraryQuestionInList }

/** The questions that the organisation keeps for its forms (FORM-10). */
export function LibraryPage() {
  const list = useListSearch(libraryList)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const remove = useRemove(close)
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <FilterBar>
        <SearchField
          label={words.search}
          value={list.filters.search}
          onSearch={(search) => list.setFilters({ search }, { replace: true })}
        />
      </FilterBar>
      <ListPanel
        {...libraryListWords}
        list={list}
        query={q(api.questionLibrary.list, { query: list.query })}
        columns={columnsWith(setDialog)}
        rowId={({ id }) => id}
        empty={{ ...libraryListWords.empty, action: <ButtonLink href={pathTo('formsList')}>{words.forms}</ButtonLink> }}
      />
      {dialog?.kind === 'edit' && <EditLibraryQuestionDialog id={dialog.of.id} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title={words.removal.title(dialog.of.name)}
          isOpen
          confirmLabel={words.removal.confirm}
          closeLabel={words.removal.cancel}
          isPending={remove.isPending}
          error={remove.isError ? wordsOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(dialog.of)}
          onClose={() => {
            remove.reset()
            close()
          }}
        >
          <p>{words.removal.text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function useRemove(onRemoved: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.questionLibrary.list.key] })
  return useMutation({
    mutationFn: ({ id }: LibraryQuestionInList) => api.questionLibrary.delete({ params: { id } }),
    onSuccess: async (_done, { name }) => {
      notify({ label: words.removed(name), kind: 'success' })
      onRemoved()
      await refresh()
    },
    onError: refresh,
  })
}

const columnsWith = (open: (dialog: OpenDialog) => void): Column<LibraryQuestionInList>[] => [
  {
    id: 'name',
    header: words.columns.name,
    cell: (of) => (
      <Button kind="link" className="library-name" onClick={() => open({ kind: 'edit', of })}>
        {of.name}
      </Button>
    ),
    sortBy: 'name',
    isRowHeader: true,
  },
  { id: 'question', header: words.columns.question, cell: ({ title }) => <span className="library-title">{title}</span> },
  { id: 'type', header: words.columns.type, cell: ({ type }) => questionTypeLabel(type), isNowrap: true },
  { id: 'updatedBy', header: words.columns.updatedBy, cell: ({ updatedBy }) => updatedBy?.name ?? '–', isNowrap: true },
  {
    id: 'updated',
    header: words.columns.updated,
    cell: ({ updatedAt }) => formatDateTime(updatedAt),
    sortBy: 'updatedAt',
    isNowrap: true,
  },
  {
    id: 'actions',
    header: words.actions,
    isHeaderHidden: true,
    align: 'end',
    cell: (of) => (
      <Menu
        name={words.actionsFor(of.name)}
        actions={[
          { id: 'edit', label: words.edit, icon: 'edit', onAction: () => open({ kind: 'edit', of }) },
          { id: 'remove', label: words.remove, icon: 'bin', isDanger: true, onAction: () => open({ kind: 'remove', of }) },
        ]}
      />
    ),
  },
]
