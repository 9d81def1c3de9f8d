import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { LibraryQuestion, LibraryQuestionInList } from '#contract/question-library.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { canBeInLibrary, hasSpaceFor, type LibraryContent } from '#domain/form/editing/library-question.ts'
import { questionTypeLabel, type QuestionTypeName, questionTypeNames } from '#domain/form/question-types.ts'
import { formLimits } from '#domain/form/question.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { QuestionTypeIcon } from '#web/staff/forms/QuestionTypeIcon.tsx'
import { NotRefreshed, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/notify.ts'

import './library.scss'
import { QuestionSummary } from './QuestionSummary.tsx'
import { addFromLibraryWords as words, libraryListWords } from './words.ts'

const pageLength = 10
const typeOptions = questionTypeNames
  .filter((type) => canBeInLibrary({ type }))
  .map((type) => ({ value: type, label: questionTypeLabel(type) }))

type AddFromLibraryDialogProps = {
  definition: FormDefinition
  /** a sentence that names the question before the new one */
  place: string | undefined
  onAdd: (content: LibraryContent) => void
  onClose: () => void
}

/** The questions of the library, each with its preview (FORM-10). */
export function AddFromLibraryDialog({ definition, place, onAdd, onClose }: AddFromLibraryDialogProps) {
  const [{ search, type, page }, setQuery] = useState({ search: '', type: '' as QuestionTypeName | '', page: 1 })
  const [openId, setOpenId] = useState<string>()
  const found = useListPage(
    q(api.questionLibrary.list, {
      query: { page, limit: pageLength, sort: 'name', filters: { ...(search && { search }), ...(type && { type: [type] }) } },
    }),
  )
  // What is open stays open: a search begins a moment after the last key, when its question may have been opened already.
  const ask = (change: Partial<{ search: string; type: QuestionTypeName | ''; page: number }>) =>
    setQuery((before) => ({ ...before, page: 1, ...change }))
  const total = found.data?.totalDocs ?? 0
  const isFiltered = search !== '' || type !== ''
  const isEmpty = found.data !== undefined && total === 0 && !isFiltered && !found.isPlaceholderData
  return (
    <Dialog title={words.title} size="lg" isOpen onClose={onClose}>
      <Stack>
        <p>
          {place} {words.about}
        </p>
        {!isEmpty && (
          <div className="library-filters">
            <SearchField label={words.search} value={search} onSearch={(text) => ask({ search: text })} />
            <Select
              label={words.type}
              placeholder={words.allTypes}
              options={typeOptions}
              value={type}
              onChange={(event) => ask({ type: event.target.value as QuestionTypeName | '' })} // the options are exactly these
            />
          </div>
        )}
        <NotRefreshed of={found} />
        {!found.data && (found.isError ? <LoadError of={found} /> : <Skeleton lines={6} />)}
        {found.data && total === 0 && <NoQuestions isFiltered={!isEmpty} onClear={() => ask({ search: '', type: '' })} />}
        {found.data && total > 0 && (
          <>
            <ul className="library-questions" aria-label={words.label}>
              {found.data.docs.map((listed) => (
                <LibraryItem
                  key={listed.id}
                  listed={listed}
                  isOpen={listed.id === openId}
                  onToggle={() => setOpenId(listed.id === openId ? undefined : listed.id)}
                  {...{ definition, onAdd }}
                />
              ))}
            </ul>
            {total > pageLength && <Pagination page={page} limit={pageLength} total={total} onPage={(next) => ask({ page: next })} />}
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>{words.close}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}

const NoQuestions = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState title={libraryListWords.noMatch.title} icon="search" action={<Button onClick={onClear}>{words.clear}</Button>}>
      {libraryListWords.noMatch.text}
    </EmptyState>
  ) : (
    <EmptyState title={libraryListWords.empty.title}>{libraryListWords.empty.text}</EmptyState>
  )

type LibraryItemProps = Pick<AddFromLibraryDialogProps, 'definition' | 'onAdd'> & {
  listed: LibraryQuestionInList
  isOpen: boolean
  onToggle: () => void
}

function LibraryItem({ listed: { id, name, title, type }, isOpen, onToggle, definition, onAdd }: LibraryItemProps) {
  return (
    <li className="library-question">
      <button type="button" className="row-button library-question__open" aria-expanded={isOpen} onClick={onToggle}>
        <QuestionTypeIcon type={type} />
        <span className="library-question__words">
          <span className="library-question__name">{name}</span>
          {title !== name && <span className="library-question__title">{title}</span>}
        </span>
        <span className="library-question__type">{questionTypeLabel(type)}</span>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      </button>
      {isOpen && <LibraryPreview id={id} {...{ definition, onAdd }} />}
    </li>
  )
}

/** Adds what it shows. A colleague may have changed the question since the list was loaded, or since it was shown last, so no kept answer is shown. */
function LibraryPreview({ id, definition, onAdd }: { id: string } & Pick<LibraryItemProps, 'definition' | 'onAdd'>) {
  const found = useQuery({ ...q(api.questionLibrary.get, { params: { id } }), staleTime: 0 })
  if (found.isError) return <LoadError of={found} />
  if (!found.data || !found.isFetchedAfterMount) return <Skeleton lines={4} />
  const { name } = found.data
  const content = contentOf(found.data)
  const hasSpace = hasSpaceFor(definition, content)
  const add = () => {
    notify({ label: words.added(name), kind: 'success' })
    onAdd(content)
  }
  return (
    <div className="library-question__preview">
      <QuestionSummary content={content} />
      {!hasSpace && <Alert kind="warning">{words.noSpace(formLimits.redFlags)}</Alert>}
      <div>
        <Button kind="primary" disabled={!hasSpace} onClick={add}>
          {words.add}
        </Button>
      </div>
    </div>
  )
}

const contentOf = ({ question, redFlags, translations, source }: LibraryQuestion): LibraryContent => ({
  question,
  ...(redFlags && { redFlags }),
  ...(translations && { translations }),
  ...(source && { source }),
})
