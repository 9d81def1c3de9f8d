import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { maxImportBytes } from '#domain/imports/decisions.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { PreviousImports } from './PreviousImports.tsx'
import { importPageWords as words } from './words.ts'

/** Creates many form requests from one spreadsheet, after every row has been checked. */
export function ImportPage() {
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack gap="lg">
        <Panel>
          <SideBySide main={<Upload />} aside={<Template />} />
        </Panel>
        <PreviousImports />
      </Stack>
    </>
  )
}

function Upload() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const upload = useMutation({
    mutationFn: api.imports.upload,
    onSuccess: ({ id }) => {
      // A user who goes back before the next screen has loaded still sees this one.
      void queryClient.invalidateQueries({ queryKey: [api.imports.list.key] })
      return router.navigate({ to: pathTo('requestImportDetails', { id }) })
    },
  })
  const take = (file: File) => {
    const isTooLarge = file.size > maxImportBytes
    setRefusal(isTooLarge ? words.tooLarge : undefined)
    if (isTooLarge) return upload.reset()
    // Excel files keep their type on their way; without one the body would not be read as a file.
    upload.mutate({ body: new File([file], file.name, { type: xlsxType }) })
  }
  const error = refusal ?? (upload.isError ? wordsOf(upload.error) : undefined)
  return (
    <LabelledSection label={words.upload} size="lg">
      <Stack>
        {error && (
          <Alert kind="danger" title={words.cannotImport}>
            {error}
          </Alert>
        )}
        <FileDrop label={words.file.label} hint={words.file.hint} accept=".xlsx" isBusy={upload.isPending} onFile={take} />
      </Stack>
    </LabelledSection>
  )
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const Template = () => (
  <LabelledSection label={words.template.title} size="lg">
    <Stack>
      <p>{words.template.text}</p>
      <div>
        <DownloadButton fetchFile={() => api.imports.template()}>{words.template.download}</DownloadButton>
      </div>
    </Stack>
  </LabelledSection>
)
