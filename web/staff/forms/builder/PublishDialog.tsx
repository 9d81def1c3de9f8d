import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import type { FormProblem } from '#domain/form/definition.ts'
import { meaningCount } from '#domain/form/difference/difference.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pepWords } from '#web/staff/forms/information/words.ts'
import { PublishChanges, useChangesToLive } from '#web/staff/forms/versions/PublishChanges.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { TextArea } from '#web/ui/TextArea.tsx'

import { ProblemList } from './check/CheckForm.tsx'
import type { Work } from './draft/history.ts'
import type { Draft } from './draft/use-draft.ts'
import { publishWords } from './words.ts'

type PublishDialogProps = {
  form: FormDetails
  draft: Draft
  problems: readonly FormProblem[]
  onGoTo: (problem: FormProblem) => void
  onClose: () => void
}

const notSaved = new Error('The draft could not be saved')
const changedByOthers = new Error('Changes of another user were added to the draft')

const wordsOfFailure = (failure: Error) => {
  if (failure === notSaved) return publishWords.notSaved
  return failure === changedByOthers ? publishWords.changedByOthers : wordsOf(failure)
}

export function PublishDialog({ form, draft, problems, onGoTo, onClose }: PublishDialogProps) {
  const next = (form.version ?? 0) + 1
  const errors = problems.filter(({ isWarning }) => !isWarning)
  return (
    <Dialog title={errors.length > 0 ? publishWords.notReady : publishWords.title(next)} isOpen onClose={onClose}>
      {errors.length > 0 ? (
        <>
          <p>{publishWords.fixFirst}</p>
          <ProblemList definition={draft.work.draft} problems={errors} onGoTo={onGoTo} />
        </>
      ) : (
        <>
          {problems.length > 0 && (
            <>
              <p>{publishWords.warnings}</p>
              <ProblemList definition={draft.work.draft} problems={problems} onGoTo={onGoTo} />
            </>
          )}
          <Publish form={form} draft={draft} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

function Publish({ form, draft, onClose }: Pick<PublishDialogProps, 'form' | 'draft' | 'onClose'>) {
  const queryClient = useQueryClient()
  const { config } = useRouteContext({ from: '/inside' })
  const [changeNotes, setChangeNotes] = useState('')
  const changes = useChangesToLive(form, { ...draft.work, definition: draft.work.draft })
  const publish = useMutation({
    mutationFn: async (shown: Work) => {
      if (!(await draft.flush())) throw notSaved
      // Saving may have added what another user saved, and this user has not read that.
      if (!draft.isSavedAs(shown)) throw changedByOthers
      return api.forms.publish({ params: { id: form.id }, body: { changeNotes, draftRevision: draft.revision() } })
    },
    onSuccess: async (published) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id: form.id } }).queryKey, published)
      notify({ label: publishWords.published(published.version), kind: 'success' })
      onClose()
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await queryClient.invalidateQueries({ queryKey: [api.forms.listVersions.key] })
    },
  })
  return (
    <>
      <PublishChanges form={form} changes={changes} />
      {config.flags.pepLinks && form.pepCode && !form.pepPlace && <Alert kind="warning">{pepWords.publishing(form.pepCode)}</Alert>}
      {/* The first version changes nothing. */}
      {form.version !== null && (
        <TextArea
          label={publishWords.notes.label}
          isOptional
          hint={changes && meaningCount(changes) > 0 ? publishWords.notes.meaningHint : publishWords.notes.hint}
          rows={3}
          maxLength={2_000}
          value={changeNotes}
          onChange={(event) => setChangeNotes(event.target.value)}
        />
      )}
      {publish.isError && <Alert kind="danger">{wordsOfFailure(publish.error)}</Alert>}
      <DialogActions>
        <Button kind="primary" isPending={publish.isPending} onClick={() => publish.mutate(draft.work)}>
          {publishWords.publish}
        </Button>
        <Button onClick={onClose}>{publishWords.cancel}</Button>
      </DialogActions>
    </>
  )
}
