import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { TranslationFileReview } from '#contract/form-translations.ts'
import { fittingTranslations, setTranslations } from '#domain/form/editing/edit-translations.ts'
import { maxTranslationFileBytes } from '#domain/form/editing/review-translations.ts'
import type { TranslatedForm } from '#domain/form/translation.ts'
import { languageName, pageLanguageOf } from '#domain/languages.ts'
import { isPrintable } from '#domain/printable.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useDownload } from '#web/staff/use-download.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/notify.ts'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'

import type { Editing } from './Translations.tsx'
import { translationWords } from './words.ts'

const { download: downloadWords, upload: words } = translationWords

type DownloadMenuProps = {
  form: TranslatedForm
  formId: string
  version: number | undefined
  language: string
  /** Saves the draft first, because the server writes the file from what is saved. */
  flush: (() => Promise<boolean>) | undefined
}

const formats = ['xliff', 'xlsx', 'pdf'] as const
type Format = (typeof formats)[number]

/** The texts as a file for a translator, and the form in this language for paper. */
export function DownloadMenu({ form, formId, version, language, flush }: DownloadMenuProps) {
  const download = useDownload(async (format: Format) => {
    if (format === 'pdf') return api.formFiles.blank({ params: { id: formId }, query: { version: version ?? 'draft', language } })
    return api.formTranslations.download({
      params: { id: formId, language },
      query: { format, ...(version !== undefined && { version }) },
    })
  })
  // Our fonts lack some scripts. A form that is in English after all must not be sent as if it were not.
  const texts = Object.values(form.definition.translations?.[language] ?? {})
  const canPrint = texts.every(({ text }) => isPrintable(text))
  // The fixed words alone make a form of a language that has them.
  const isEmpty = texts.length === 0 && pageLanguageOf(language) !== language
  const start = async (format: Format) => {
    if (flush && !(await flush())) notify({ label: downloadWords.notSaved, kind: 'danger' })
    else download.mutate(format)
  }
  return (
    <Menu
      size="sm"
      label={downloadWords.label}
      actions={formats.map((format) => ({
        id: format,
        label:
          format === 'pdf' && !canPrint
            ? downloadWords.notPrintable(languageName(language))
            : downloadWords[format](languageName(language)),
        icon: 'download',
        isDisabled: format === 'pdf' && (!canPrint || isEmpty),
        onAction: () => void start(format),
      }))}
    />
  )
}

type UploadProps = { form: TranslatedForm; formId: string; language: string; editing: Editing }

/** Reads the file of a translator, and shows what it would change before the draft is changed. */
export function UploadTranslations(props: UploadProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {words.action}
      </Button>
      {isOpen && <UploadDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const [tooLarge, notSaved] = [new Error('The file is too large'), new Error('The draft could not be saved')]
const wordsOfFailure = (error: Error) => (error === tooLarge ? words.tooLarge : error === notSaved ? words.notSaved : wordsOf(error))

function UploadDialog({ form, formId, language, editing, onClose }: UploadProps & { onClose: () => void }) {
  const review = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxTranslationFileBytes) throw tooLarge
      if (!(await editing.flush())) throw notSaved
      // The server reads the type from the content, because browsers do not know XLIFF.
      const body = new File([file], file.name, { type: 'application/octet-stream' })
      return api.formTranslations.review({ params: { id: formId, language }, body })
    },
  })
  const failure: Error | null = review.error
  const taken = review.data?.taken ?? []
  const add = () => {
    // A colleague may have changed an English text or a translation since the file was read.
    const fitting = fittingTranslations(form, language, taken)
    editing.edit((definition) => setTranslations(definition, language, fitting))
    notify({
      label: words.done(fitting.length, taken.length - fitting.length),
      kind: fitting.length < taken.length ? 'warning' : 'success',
    })
    onClose()
  }
  return (
    <Dialog title={words.title(languageName(language))} isOpen isBusy={review.isPending} onClose={onClose}>
      <Stack>
        <FileDrop
          label={words.file.label}
          hint={words.file.hint}
          accept=".xlf,.xliff,.xml,.xlsx"
          isBusy={review.isPending}
          onFile={(file) => review.mutate(file)}
        />
        <div role="status">
          {failure && (
            <Alert kind="danger" title={words.refused}>
              {wordsOfFailure(failure)}
            </Alert>
          )}
          {review.data && <Review review={review.data} />}
        </div>
      </Stack>
      <DialogActions>
        {taken.length > 0 && (
          <Button kind="primary" onClick={add}>
            {words.confirm(taken.length)}
          </Button>
        )}
        <Button onClick={onClose}>{words.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** More than this would make the dialog slow, and nobody would read it. */
const maxListed = 200

function Review({ review: { version, taken, unchanged, empty, refused } }: { review: TranslationFileReview }) {
  const added = taken.filter(({ before }) => before === '').length
  const lines = [
    ...(version === null ? [] : [words.version(version)]),
    ...(taken.length === 0 ? [words.nothing] : []),
    ...(added > 0 ? [words.added(added)] : []),
    ...(taken.length > added ? [words.changed(taken.length - added)] : []),
    ...(unchanged > 0 ? [words.unchanged(unchanged)] : []),
    ...(empty > 0 ? [words.empty(empty)] : []),
  ]
  return (
    <Stack>
      <h3 className="translation-review__title">{words.summary}</h3>
      <ul className="translation-review">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {refused.length > 0 && (
        <Alert kind="warning" title={words.notTaken(refused.length)}>
          <ScrollRegion label={words.notTaken(refused.length)} className="translation-review__refused">
            <ul className="translation-review">
              {refused.slice(0, maxListed).map(({ place, source, reason }, at) => (
                <li key={at}>
                  <strong>{place}</strong> {source && <q>{source}</q>} {reason}
                </li>
              ))}
            </ul>
            {refused.length > maxListed && <p>{words.more(refused.length - maxListed)}</p>}
          </ScrollRegion>
        </Alert>
      )}
    </Stack>
  )
}
