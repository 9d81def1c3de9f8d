import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { maxImportBytes } from '#domain/imports/decisions.ts'
import { api } from '#web/api/client.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { MatchColumns, type FileColumns } from './MatchColumns.tsx'
import { PreviousImports } from './PreviousImports.tsx'
import { importPageWords as words } from './words.ts'

type Matching = { file: File; columns: FileColumns; refusal?: string }

/** Creates many form requests from one spreadsheet, after every row has been checked. */
export function ImportPage() {
  const [matching, setMatching] = useState<Matching>()
  const upload = useUpload()
  const { file, columns, refusal } = matching ?? {}
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack gap="lg">
        {file && columns ? (
          <>
            {upload.isError && <CannotImport>{wordsOf(upload.error)}</CannotImport>}
            <MatchColumns
              fileName={file.name}
              columns={columns}
              refusal={refusal}
              isUploading={upload.isPending}
              onMatched={() => upload.mutate({ body: file })}
              onCancel={() => setMatching(undefined)}
            />
          </>
        ) : (
          <Panel>
            <SideBySide main={<Upload onMatch={setMatching} />} aside={<Template />} />
          </Panel>
        )}
        <PreviousImports />
      </Stack>
    </>
  )
}

function useUpload() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.imports.upload,
    onSuccess: ({ id }) => {
      // A user who goes back before the next screen has loaded still sees this one.
      void queryClient.invalidateQueries({ queryKey: [api.imports.list.key] })
      return router.navigate({ to: pathTo('requestImportDetails', { id }) })
    },
  })
}

/** A file that does not match the template continues with its columns, where they can be read. */
function Upload({ onMatch }: { onMatch: (matching: Matching) => void }) {
  const [refusal, setRefusal] = useState<string>()
  const [asksForColumns, setAsksForColumns] = useState(false)
  const upload = useUpload()
  const read = useMutation({ mutationFn: api.imports.readColumns })
  const take = (given: File) => {
    const isTooLarge = given.size > maxImportBytes
    setRefusal(isTooLarge ? words.tooLarge : undefined)
    if (isTooLarge) return upload.reset()
    // Excel files keep their type on their way; without one the body would not be read as a file.
    const file = new File([given], given.name, { type: xlsxType })
    if (asksForColumns)
      return read.mutate(
        { body: file },
        { onSuccess: ({ columns }) => onMatch({ file, columns }), onError: (error) => setRefusal(wordsOf(error)) },
      )
    upload.mutate(
      { body: file },
      {
        onError: (error) => {
          if (!(error instanceof ApiProblem && error.body?.code === 'invalid_file')) return
          read.mutate({ body: file }, { onSuccess: ({ columns }) => onMatch({ file, columns, refusal: wordsOf(error) }) })
        },
      },
    )
  }
  const isBusy = upload.isPending || read.isPending
  const error = refusal ?? (upload.isError && !isBusy ? wordsOf(upload.error) : undefined)
  return (
    <LabelledSection label={words.upload} size="lg">
      <Stack>
        {error && <CannotImport>{error}</CannotImport>}
        <FileDrop label={words.file.label} hint={words.file.hint} accept=".xlsx" isBusy={isBusy} onFile={take} />
        <Checkbox
          label={words.askForColumns.label}
          hint={words.askForColumns.hint}
          checked={asksForColumns}
          onChange={(event) => setAsksForColumns(event.target.checked)}
        />
      </Stack>
    </LabelledSection>
  )
}

const CannotImport = ({ children }: { children: string }) => (
  <Alert kind="danger" title={words.cannotImport}>
    {children}
  </Alert>
)

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
