import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { LetterBatch } from '#contract/letters.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'
import { TextArea } from '#web/staff/form-fields.tsx'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { followDownload } from '#web/staff/save-file.ts'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Menu, type MenuAction } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/notify.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { useRefreshLetters } from './use-refresh-letters.ts'
import { batchWords as words, makeWords, printAgainWords, printedWords, putBackWords } from './words.ts'

/** What can be done with a batch: download its file, say that it was printed, put its letters back, or print them again. */
export function BatchActions({ batch }: { batch: LetterBatch }) {
  const { can } = useSession()
  const refresh = useRefreshLetters()
  const [question, setQuestion] = useState<'printed' | 'put_back' | 'again'>()
  const download = useMutation({
    mutationFn: () => api.letters.link({ params: { id: batch.id } }),
    onSuccess: ({ url }) => followDownload(url),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
    onSettled: refresh,
  })
  const { status, number, fileUntil, downloadedAt } = batch
  const close = () => setQuestion(undefined)
  const which = <VisuallyHidden>{words.which(number)}</VisuallyHidden>
  const isDownloaded = status === 'ready' && downloadedAt !== null
  const more: MenuAction[] = [
    ...(status === 'making' || status === 'ready' ? [{ id: 'back', label: words.putBack, onAction: () => setQuestion('put_back') }] : []),
    ...(status === 'printed' ? [{ id: 'again', label: words.printAgain, onAction: () => setQuestion('again') }] : []),
  ]
  return (
    <div className="letters__actions">
      {fileUntil && can('formRequest:export') && (
        <Button size="sm" isPending={download.isPending} onClick={() => download.mutate()}>
          {words.download}
          {which}
        </Button>
      )}
      {isDownloaded && (
        <Button size="sm" kind="primary" onClick={() => setQuestion('printed')}>
          {words.markPrinted}
          {which}
        </Button>
      )}
      {more.length > 0 && <Menu name={words.more(number)} actions={more} />}
      {question === 'printed' && <PrintedDialog batch={batch} onClose={close} />}
      {question === 'put_back' && <PutBackDialog batch={batch} onClose={close} />}
      {question === 'again' && <PrintAgainDialog batch={batch} onClose={close} />}
    </div>
  )
}

type BatchDialogProps = { batch: LetterBatch; onClose: () => void }

/**
 * Only a person knows that the pages left the printer. Letters that are no longer needed are named, so that they are taken out of the pile. When
 * another one must not be posted by the time the user confirms, the server refuses, and the list is read again. Never by itself before that: a name
 * that appears while the button is pressed would count as taken out, and its letter would be posted.
 */
function PrintedDialog({ batch: { id, number, letters }, onClose }: BatchDialogProps) {
  const refresh = useRefreshLetters()
  const found = useQuery({
    ...q(api.letters.batch, { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const mark = useMutation({
    mutationFn: (removed: number[]) => api.letters.markPrinted({ params: { id }, body: { removed } }),
    onSuccess: () => {
      notify({ label: printedWords.done(number), kind: 'success' })
      onClose()
    },
    onSettled: refresh,
  })
  // How many letters count as sent is said only once it is known.
  const isKnown = found.isFetchedAfterMount && found.data !== undefined
  const toRemove = isKnown ? found.data.toRemove : []
  return (
    <ConfirmDialog
      title={printedWords.title(number)}
      isOpen
      kind="primary"
      confirmLabel={printedWords.confirm}
      isPending={mark.isPending}
      // Nothing counts as posted before the letters to remove are known.
      isLoading={!found.isFetchedAfterMount}
      canConfirm={!found.isLoadingError}
      error={mark.error ? wordsOf(mark.error) : undefined}
      onClose={onClose}
      onConfirm={() => mark.mutate(toRemove.map((one) => one.number))}
    >
      {found.isLoadingError && <LoadError of={found} />}
      {isKnown ? <p>{printedWords.text(letters - toRemove.length)}</p> : !found.isLoadingError && <Skeleton lines={2} />}
      {toRemove.length > 0 && (
        <Alert kind="warning" title={printedWords.remove(toRemove.length)}>
          <p>{printedWords.removeText}</p>
          <ul className="letters__remove">
            {toRemove.map((one) => (
              <li key={one.number}>{printedWords.letter(one.number, fullName(one.patient), one.reason)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </ConfirmDialog>
  )
}

function PutBackDialog({ batch: { id, number, reprintOf }, onClose }: BatchDialogProps) {
  const refresh = useRefreshLetters()
  const putBack = useMutation({
    mutationFn: () => api.letters.putBack({ params: { id } }),
    onSuccess: () => {
      notify({ label: reprintOf === null ? putBackWords.done(number) : putBackWords.doneAgain(number), kind: 'success' })
      onClose()
    },
    onSettled: refresh,
  })
  return (
    <ConfirmDialog
      title={putBackWords.title(number)}
      isOpen
      confirmLabel={putBackWords.confirm}
      isPending={putBack.isPending}
      error={putBack.error ? wordsOf(putBack.error) : undefined}
      onClose={onClose}
      onConfirm={() => putBack.mutate()}
    >
      <p>{reprintOf === null ? putBackWords.text : putBackWords.again}</p>
    </ConfirmDialog>
  )
}

function PrintAgainDialog({ batch: { id, number }, onClose }: BatchDialogProps) {
  const refresh = useRefreshLetters()
  const again = useMutation({
    mutationFn: api.letters.printAgain,
    onSuccess: (made) => {
      notify({ label: makeWords.made(made.number, made.letters), kind: 'success' })
      onClose()
    },
    onSettled: refresh,
  })
  const fields = useFields({
    id: 'print-again',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? printAgainWords.reason.required : undefined }),
    saving: again,
  })
  return (
    <Dialog title={printAgainWords.title(number)} isOpen isBusy={again.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={printAgainWords.submit}
        onSave={({ reason }) => again.mutate({ params: { id }, body: { reason } })}
        isInDialog
        actions={<Button onClick={onClose}>{printAgainWords.cancel}</Button>}
      >
        <p>{printAgainWords.text}</p>
        <TextArea
          label={printAgainWords.reason.label}
          hint={printAgainWords.reason.hint}
          rows={2}
          maxLength={500}
          {...fields.bind('reason')}
        />
      </FieldsForm>
    </Dialog>
  )
}
