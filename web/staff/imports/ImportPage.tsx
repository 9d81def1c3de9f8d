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

import { EarlierImports } from './EarlierImports.tsx'

/** Creates many form requests from one spreadsheet, after every row has been checked. */
export function ImportPage() {
  return (
    <>
      <PageHeader
        title="Import Form Requests"
        description="Send forms to many patients from one spreadsheet. You can check every row before anything is created."
      />
      <Stack gap="lg">
        <Panel>
          <SideBySide main={<Upload />} aside={<Template />} />
        </Panel>
        <EarlierImports />
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
    setRefusal(isTooLarge ? 'The file is larger than 64 MB. Split it into smaller files.' : undefined)
    if (isTooLarge) return upload.reset()
    // Excel files keep their type on their way; without one the body would not be read as a file.
    upload.mutate({ body: new File([file], file.name, { type: xlsxType }) })
  }
  const error = refusal ?? (upload.isError ? wordsOf(upload.error) : undefined)
  return (
    <LabelledSection label="Upload the spreadsheet" size="lg">
      <Stack>
        {error && (
          <Alert kind="danger" title="This file cannot be imported">
            {error}
          </Alert>
        )}
        <FileDrop
          label="Spreadsheet"
          hint="An Excel workbook (.xlsx) made from the template, with up to 100,000 rows"
          accept=".xlsx"
          isBusy={upload.isPending}
          onFile={take}
        />
      </Stack>
    </LabelledSection>
  )
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const Template = () => (
  <LabelledSection label="Start from the template" size="lg">
    <Stack>
      <p>Fill in one row for each form request. The second tab explains every column and names the forms you can send.</p>
      <div>
        <DownloadButton fetchFile={() => api.imports.template()}>Download the template</DownloadButton>
      </div>
    </Stack>
  </LabelledSection>
)
