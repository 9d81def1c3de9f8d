import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormDefinition } from '#domain/form/definition.ts'
import {
  checkLibraryContent,
  leftOutOfLibrary,
  type LibraryContent,
  libraryContentOf,
  maxLibraryNameLength,
} from '#domain/form/editing/library-question.ts'
import { languageName } from '#domain/languages.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { QuestionSummary } from './QuestionSummary.tsx'
import { saveToLibraryWords as words } from './words.ts'

type SaveToLibraryDialogProps = { definition: FormDefinition; questionId: string; onClose: () => void }

/** Saves a question of a form to the library, as it is when the dialog opens (FORM-10). */
export function SaveToLibraryDialog({ definition, questionId, onClose }: SaveToLibraryDialogProps) {
  const [content] = useState(() => libraryContentOf(definition, questionId))
  const [lines] = useState(() => (content ? linesOf(leftOutOfLibrary(definition, content)) : []))
  const problems = content ? checkLibraryContent(content) : []
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      {problems.length > 0 || !content ? (
        <Stack>
          <p>{words.incomplete}</p>
          <ul>
            {problems.map(({ message }, index) => (
              <li key={index}>{message}</li>
            ))}
          </ul>
          <DialogActions>
            <Button kind="primary" onClick={onClose}>
              {words.close}
            </Button>
          </DialogActions>
        </Stack>
      ) : (
        <SaveForm content={content} leftOut={lines} onClose={onClose} />
      )}
    </Dialog>
  )
}

function linesOf({ hasCondition, scores, redFlags, languages }: ReturnType<typeof leftOutOfLibrary>) {
  const { leftOut } = words
  return [
    ...(hasCondition ? [leftOut.condition] : []),
    ...(scores.length > 0 ? [leftOut.scores(scores)] : []),
    ...(redFlags.length > 0 ? [leftOut.redFlags(redFlags)] : []),
    ...(languages.length > 0 ? [leftOut.languages(languages.map(languageName))] : []),
  ]
}

type SaveFormProps = { content: LibraryContent; leftOut: readonly string[]; onClose: () => void }

function SaveForm({ content, leftOut, onClose }: SaveFormProps) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => api.questionLibrary.create({ body: { name, ...content } }),
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: [api.questionLibrary.list.key] })
      notify({ label: words.saved(name), kind: 'success' })
      onClose()
    },
  })
  const fields = useFields({
    id: 'library-question',
    initial: { name: content.question.title.trim().slice(0, maxLibraryNameLength).trim() },
    check: ({ name }) => ({ name: firstError(name, [validate.required], words.name.label) }),
    saving: save,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.save}
      onSave={save.mutate}
      isInDialog
      actions={
        <Button disabled={save.isPending} onClick={onClose}>
          {words.cancel}
        </Button>
      }
    >
      <TextField
        label={words.name.label}
        hint={words.name.hint}
        maxLength={maxLibraryNameLength}
        required
        autoComplete="off"
        {...fields.bind('name')}
      />
      <QuestionSummary content={content} />
      {leftOut.length > 0 && (
        <section className="left-out">
          <h3>{words.leftOut.title}</h3>
          <ul>
            {leftOut.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </FieldsForm>
  )
}
