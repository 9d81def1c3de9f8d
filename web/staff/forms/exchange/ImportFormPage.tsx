import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { questionnaireLimits } from '#domain/fhir/import/read-document.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import './exchange.scss'
import { ImportReport } from './ImportReport.tsx'
import { importWords } from './words.ts'

const type = 'application/fhir+json'

/** Imports a questionnaire from another system. Shows the result of every item before the form is created (FORM-9). */
export function ImportFormPage() {
  const { preview, create, look, file, error } = useImport()
  return (
    <>
      <PageHeader title={importWords.title} description={importWords.description} />
      <Stack gap="lg">
        <Panel>
          <Stack>
            {error && (
              <Alert kind="danger" title={importWords.refused}>
                {error}
              </Alert>
            )}
            <SideBySide
              main={
                <FileDrop
                  label={importWords.file.label}
                  hint={importWords.file.hint}
                  accept=".json,application/json,application/fhir+json"
                  isBusy={preview.isPending}
                  onFile={(chosen) => look(chosen)}
                />
              }
              aside={<Paste isPending={preview.isPending} onText={(text) => look(new File([text], 'pasted.json'))} />}
            />
          </Stack>
        </Panel>
        {preview.data && file && (
          <ImportReport
            key={preview.submittedAt}
            preview={preview.data}
            isCreating={create.isPending || create.isSuccess}
            onCreate={() => create.mutate({ body: file })}
          />
        )}
      </Stack>
    </>
  )
}

function Paste({ isPending, onText }: { isPending: boolean; onText: (text: string) => void }) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const read = () => {
    setMissing(text.trim() === '')
    if (text.trim() !== '') onText(text)
  }
  return (
    <Stack>
      <TextArea
        id="import-text"
        label={importWords.paste.label}
        hint={importWords.paste.hint}
        rows={5}
        value={text}
        spellCheck={false}
        error={isMissing ? importWords.paste.missing : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(false)
        }}
      />
      <div>
        <Button isPending={isPending} pendingLabel={importWords.reading} onClick={read}>
          {importWords.paste.submit}
        </Button>
      </div>
    </Stack>
  )
}

function useImport() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [isTooLarge, setTooLarge] = useState(false)
  const preview = useMutation({ mutationFn: api.formExchange.preview })
  const create = useMutation({
    mutationFn: api.formExchange.create,
    onSuccess: async ({ id, otherParts }) => {
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: otherParts.length > 0 ? pathTo('formsList') : pathTo('formManage', { id }) })
    },
  })
  const failed = preview.error ?? create.error
  return {
    preview,
    create,
    file,
    error: isTooLarge ? importWords.tooLarge : failed && wordsOf(failed),
    look: (chosen: File) => {
      // Browsers do not know the FHIR media type, and the server needs it.
      const body = new File([chosen], chosen.name, { type })
      setFile(body)
      create.reset()
      setTooLarge(body.size > questionnaireLimits.bytes)
      if (body.size > questionnaireLimits.bytes) preview.reset()
      else preview.mutate({ body })
    },
  }
}
