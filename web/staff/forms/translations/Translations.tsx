import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'

import type { FormDefinition } from '#domain/form/definition.ts'
import { removeLanguage, setTranslations, type Translation } from '#domain/form/editing/edit-translations.ts'
import type { TranslatedForm } from '#domain/form/translation.ts'
import { byEnglishName, english, languageName, languagePattern, translationLanguages } from '#domain/languages.ts'
import { translationFilters } from '#web/staff/searches.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Select } from '#web/ui/Select.tsx'

import { DownloadMenu, UploadTranslations } from './TranslationFiles.tsx'
import { type TranslationFilter, TranslationList, useTexts } from './TranslationList.tsx'
import './translations.scss'
import { translationWords as words } from './words.ts'

/** What the address keeps: the language, and which texts are listed. */
export type TranslationPlace = { language: string | undefined; show: TranslationFilter | undefined }

type Edit = (edited: (definition: FormDefinition) => FormDefinition, key?: string) => void
/** How to change the draft, and how to save it now. */
export type Editing = { edit: Edit; flush: () => Promise<boolean> }

type TranslationsProps = {
  form: TranslatedForm
  place: TranslationPlace
  /** Stands beside the language, and stays visible. */
  status?: ReactNode
  onPlace: (place: TranslationPlace) => void
  /** The form, and its version unless this is the draft. */
  of: { formId: string; version: number | undefined }
  /** Undefined where translations can only be read. */
  editing: Editing | undefined
}

/** The texts of a form in English beside one other language (PTN-8). */
export function Translations({ form, of, place, onPlace, editing, status }: TranslationsProps) {
  const own = byEnglishName(Object.keys(form.definition.translations ?? {}))
  const language = isLanguage(place.language) ? place.language : own[0]
  // The first language goes into the address, so that another one which a colleague adds does not take its place.
  const keepLanguage = useEffectEvent(() => language !== place.language && onPlace({ language, show: place.show }))
  useEffect(() => {
    keepLanguage()
  }, [language])
  const others = editing ? byEnglishName(translationLanguages.filter((one) => !own.includes(one))) : []
  const { readOnly, ...choose } = words.empty
  const empty = editing ? choose : readOnly
  return (
    <Stack>
      {(own.length > 0 || editing) && (
        <div className="translations__bar">
          <Select
            label={words.language}
            options={[
              ...own.map((value) => ({ value, label: languageName(value) })),
              ...others.map((value) => ({
                value,
                label: value === language ? languageName(value) : words.add(languageName(value)),
              })),
            ]}
            {...(language === undefined && { placeholder: words.select })}
            value={language ?? ''}
            onChange={(event) => onPlace({ language: event.target.value || undefined, show: undefined })}
          />
          {status}
        </div>
      )}
      {language === undefined ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <Language key={language} {...{ form, of, language, editing }} show={place.show ?? 'all'} onPlace={onPlace} />
      )}
    </Stack>
  )
}

/** An address can name anything. */
const isLanguage = (language: string | undefined): language is string =>
  language !== undefined && language !== english && languagePattern.test(language)

type LanguageProps = Pick<TranslationsProps, 'form' | 'of' | 'onPlace' | 'editing'> & { language: string; show: TranslationFilter }

function Language({ form, of: { formId, version }, language, show, onPlace, editing }: LanguageProps) {
  const edit = editing?.edit
  const own = form.definition.translations?.[language]
  const { texts, counts } = useTexts(form, own)
  const change = useCallback(
    (translation: Translation) =>
      edit?.((definition) => setTranslations(definition, language, [translation]), `translation ${language} ${translation.id}`),
    [edit, language],
  )
  const total = { all: texts.length, missing: counts.missing, outdated: counts.outdated }
  return (
    <section className="stack gap--md" aria-labelledby="translations-title">
      <div className="translations__head">
        <h2 id="translations-title">{words.title(languageName(language))}</h2>
        <Row>
          <DownloadMenu {...{ form, formId, version, language }} flush={editing?.flush} />
          {editing && <UploadTranslations {...{ form, formId, language, editing }} />}
          {edit && own && <RemoveLanguage {...{ language, edit }} count={Object.keys(own).length} onRemoved={() => onPlace(noPlace)} />}
        </Row>
      </div>
      <p className="translations__progress">{words.progress(counts.translated, texts.length)}</p>
      <RadioGroup
        label={words.show}
        isInline
        options={translationFilters.map((value) => ({ value, label: words.filters[value](total[value]) }))}
        value={show}
        onChange={(value) => onPlace({ language, show: translationFilters.find((one) => one === value) })}
      />
      <div className="translation-groups">
        <TranslationList key={show} {...{ form, texts, language, show }} onChange={edit && change} />
      </div>
    </section>
  )
}

const noPlace: TranslationPlace = { language: undefined, show: undefined }

type RemoveLanguageProps = { language: string; count: number; edit: Edit; onRemoved: () => void }

function RemoveLanguage({ language, count, edit, onRemoved }: RemoveLanguageProps) {
  const [isAsking, setAsking] = useState(false)
  const name = languageName(language)
  return (
    <>
      <Button size="sm" kind="link" onClick={() => setAsking(true)}>
        {words.remove.action(name)}
      </Button>
      <ConfirmDialog
        title={words.remove.title(name)}
        isOpen={isAsking}
        confirmLabel={words.remove.confirm}
        closeLabel={words.remove.close}
        onConfirm={() => {
          setAsking(false)
          edit((definition) => removeLanguage(definition, language))
          notify({ label: words.remove.done(name), kind: 'success' })
          onRemoved()
        }}
        onClose={() => setAsking(false)}
      >
        <p>{words.remove.text(count, name)}</p>
      </ConfirmDialog>
    </>
  )
}
