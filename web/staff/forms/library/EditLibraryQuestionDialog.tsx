import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { LibraryQuestion } from '#contract/question-library.ts'
import { maxLibraryNameLength } from '#domain/form/editing/library-question.ts'
import { isAsked } from '#domain/form/path.ts'
import { formLimits } from '#domain/form/question.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'
import { protocolWords } from '#web/staff/forms/builder/words.ts'
import { TextArea, TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { QuestionSummary } from './QuestionSummary.tsx'
import { libraryEditWords as words } from './words.ts'

type EditLibraryQuestionDialogProps = { id: string; onClose: () => void }

/** A library question with its name and its protocol, which can be changed (FORM-10). */
export function EditLibraryQuestionDialog({ id, onClose }: EditLibraryQuestionDialogProps) {
  // Never a kept answer: its revision may be an earlier one, and the newer answer would replace what has been typed by then.
  const found = useQuery({ ...q(api.questionLibrary.get, { params: { id } }), staleTime: 0, refetchOnWindowFocus: false })
  const saved = found.isFetchedAfterMount ? found.data : undefined
  const reload = async () => {
    const { error } = await found.refetch()
    if (error) notify({ label: wordsOf(error), kind: 'danger', timeout: 0 })
  }
  return (
    <Dialog title={saved ? words.title(saved.name) : words.loading} size="lg" isOpen onClose={onClose}>
      {saved ? (
        <EditForm key={saved.revision} saved={saved} onReload={() => void reload()} onClose={onClose} />
      ) : (
        <Stack>
          {found.isError ? <LoadError of={found} /> : <Skeleton lines={8} />}
          <DialogActions>
            <Button onClick={onClose}>{words.cancel}</Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  )
}

const parts = ['why', 'reader', 'risk'] as const
type Typed = { name: string } & Record<(typeof parts)[number], string>

type EditFormProps = { saved: LibraryQuestion; onReload: () => void; onClose: () => void }

function EditForm({ saved, onReload, onClose }: EditFormProps) {
  const queryClient = useQueryClient()
  const { id, question, revision } = saved
  const { protocol = {} } = question
  const save = useMutation({
    mutationFn: ({ name, ...protocol }: Typed) => {
      const given = Object.fromEntries(Object.entries(protocol).filter(([, text]) => text.trim() !== ''))
      return api.questionLibrary.update({ params: { id }, body: { name, protocol: given, revision } })
    },
    onSuccess: async ({ name }) => {
      notify({ label: words.saved(name), kind: 'success' })
      onClose()
      await queryClient.invalidateQueries({ queryKey: [api.questionLibrary.list.key] })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: [api.questionLibrary.list.key] }),
  })
  const fields = useFields<Typed>({
    id: 'library-question',
    initial: { name: saved.name, why: protocol.why ?? '', reader: protocol.reader ?? '', risk: protocol.risk ?? '' },
    check: ({ name }) => ({ name: firstError(name, [validate.required], words.name) }),
    saving: save,
  })
  const isChangedByOther = isStatus(save.error, 409)
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.save}
      onSave={save.mutate}
      isInDialog
      refusal={
        isChangedByOther && (
          <Alert
            kind="danger"
            actions={
              <Button size="sm" onClick={onReload}>
                {words.load}
              </Button>
            }
          >
            {wordsOf(save.error)}
          </Alert>
        )
      }
      actions={
        <Button disabled={save.isPending} onClick={onClose}>
          {words.cancel}
        </Button>
      }
    >
      <TextField label={words.name} maxLength={maxLibraryNameLength} required autoComplete="off" {...fields.bind('name')} />
      <QuestionSummary content={saved} hasProtocol={false} />
      <p className="muted">{words.fixedTexts}</p>
      {isAsked(question) &&
        parts.map((part) => (
          <TextArea key={part} isOptional rows={2} maxLength={formLimits.protocol} {...protocolWords[part]} {...fields.bind(part)} />
        ))}
    </FieldsForm>
  )
}
