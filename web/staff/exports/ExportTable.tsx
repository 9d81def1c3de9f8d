import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { type ExportFormat, exportFormats } from '#domain/exports.ts'
import type { Download } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup } from '#web/staff/form-fields.tsx'
import { saveFile } from '#web/staff/save-file.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { downloadWords } from '#web/staff/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { exportTableWords as words } from './words.ts'

type FetchFile = (format: ExportFormat) => Promise<Download>
type ExportTableProps = { title: string; fetchFile: FetchFile; children: ReactNode }

/** A button that asks for the type of file, then downloads the table. */
export function ExportTable({ title, fetchFile, children }: ExportTableProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon name="download" />
        {children}
      </Button>
      {isOpen && (
        <Dialog title={title} isOpen onClose={() => setIsOpen(false)}>
          <FormatChoice fetchFile={fetchFile} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

const formats = exportFormats.map((value) => ({ value, ...words[value] }))
const initial: { format: ExportFormat } = { format: 'xlsx' }

function FormatChoice({ fetchFile, onClose }: { fetchFile: FetchFile; onClose: () => void }) {
  const download = useMutation({ mutationFn: fetchFile })
  // Not after the dialog was left: a file with names must not come to a computer whose user has cancelled it.
  const save = (file: Download) => {
    saveFile(file)
    onClose()
  }
  const fields = useFields({ id: 'export-table', initial, check: () => ({}), saving: download })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.download}
      pendingLabel={downloadWords.preparing}
      onSave={({ format }) => download.mutate(format, { onSuccess: save })}
      isInDialog
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
    >
      <RadioGroup label={words.format} options={formats} {...fields.bind('format')} />
    </FieldsForm>
  )
}
