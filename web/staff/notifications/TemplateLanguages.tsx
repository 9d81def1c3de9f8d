import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { NotificationTemplate } from '#contract/notifications.ts'
import { byEnglishName, languageName, languageNames, translationLanguages } from '#domain/languages.ts'
import { hasSubject } from '#domain/notification.ts'
import { checkTranslation, templateLanguageState } from '#domain/template-languages.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'

import { ContentEditor } from './ContentEditor.tsx'
import { MessagePreviews } from './MessagePreviews.tsx'
import { useWhyNotSent } from './not-sent.ts'
import { canSendTest, SendTest } from './SendTest.tsx'
import { previewWords, sendTestWords, templateLabels, templateLanguageWords as words } from './words.ts'

type LanguagesProps = { template: NotificationTemplate; isOwn: boolean }

/** The text of a template in other languages, one at a time, with what is missing. */
export function TemplateLanguages({ template, isOwn }: LanguagesProps) {
  const own = byEnglishName(Object.keys(template.translations))
  const [language, setLanguage] = useState(own[0] ?? 'cy')
  // A language that was looked at keeps what was typed until the screen is left.
  const [opened, setOpened] = useState([language])
  const languages = [...new Set([...own, ...byEnglishName(isOwn ? translationLanguages : [language])])]
  const show = (wanted: string) => {
    setLanguage(wanted)
    setOpened([...new Set([...opened, wanted])])
  }
  return (
    <Stack gap="lg">
      <Panel>
        <Stack>
          <p>{words.description}</p>
          {own.length === 0 && !isOwn ? (
            <p>{words.none}</p>
          ) : (
            <Select
              label={words.language}
              width={20}
              value={language}
              onChange={(event) => show(event.target.value)}
              options={languages.map((one) => ({
                value: one,
                label: words.option(languageNames(one), templateLanguageState(template, one)),
              }))}
            />
          )}
        </Stack>
      </Panel>
      {isOwn
        ? opened.map((one) => (
            <div key={one} hidden={one !== language}>
              <EditLanguage template={template} language={one} />
            </div>
          ))
        : own.length > 0 && <FixedLanguage template={template} language={language} />}
    </Stack>
  )
}

type LanguageProps = { template: NotificationTemplate; language: string }

/** A text that the viewer cannot change. */
function FixedLanguage({ template, language }: LanguageProps) {
  const translated = template.translations[language]
  return (
    <>
      {template.type === 'default' && language === 'cy' && <Alert kind="warning">{words.notChecked}</Alert>}
      <Panel>
        <LabelledSection label={words.preview(languageName(language))} description={previewWords.description}>
          {translated && <MessagePreviews template={{ ...template, subject: translated.subject, body: translated.body, language }} />}
        </LabelledSection>
      </Panel>
    </>
  )
}

function EditLanguage({ template, language }: LanguageProps) {
  const queryClient = useQueryClient()
  const { id, method, version, translations } = template
  const { [language]: translated, ...others } = translations
  const name = languageName(language)
  const reload = () =>
    Promise.all(
      [api.notificationTemplates.list, api.notificationTemplates.get, api.templateVersions.list].map(({ key }) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
  const save = useMutation({
    mutationFn: api.notificationTemplates.update,
    onSuccess: async () => {
      fields.settle()
      await reload()
      notify({ label: words.saved(name), kind: 'success' })
    },
  })
  const removal = useMutation({
    mutationFn: () => api.notificationTemplates.update({ params: { id }, body: { translations: others, seenVersion: version } }),
    onSuccess: async () => {
      fields.settle({ subject: '', body: '' })
      await reload()
      setRemoving(false)
      notify({ label: words.removed(name), kind: 'success' })
    },
  })
  const fields = useFields({
    id: `template-${language}`,
    initial: { ...template, subject: translated?.subject ?? '', body: translated?.body ?? '' },
    check: ({ subject, body }) =>
      Object.fromEntries(
        checkTranslation(template, { subject, body })
          .toReversed()
          .map(({ field, message }) => [field, message]),
      ),
    saving: save,
    wireName: (field) => `translations.${language}.${field}`,
  })
  const [isRemoving, setRemoving] = useState(false)
  const [tested, setTested] = useState<NotificationTemplate & { language: string }>()
  const notSent = useWhyNotSent()(template)
  const { subject, body: typedBody } = useFieldValues(fields)
  const typed = { subject, body: typedBody }
  const { body } = template
  const source = { subject: template.subject, body }
  const state = templateLanguageState(template, language)
  const isSendable = checkTranslation(template, typed).length === 0
  // Pressing the button shows what is wrong with the text, as saving does.
  const test = () => (isSendable ? setTested({ ...template, ...typed, language }) : fields.submit(() => {}))
  return (
    <Panel>
      {tested && canSendTest(tested) && <SendTest template={tested} onClose={() => setTested(undefined)} />}
      <ConfirmDialog
        title={words.removeTitle(name)}
        isOpen={isRemoving}
        confirmLabel={words.remove(name)}
        isPending={removal.isPending}
        error={removal.isError ? wordsOf(removal.error) : undefined}
        onConfirm={() => removal.mutate()}
        onClose={() => {
          setRemoving(false)
          removal.reset()
        }}
      >
        <p>{words.removeText(name)}</p>
      </ConfirmDialog>
      <FieldsForm
        fields={fields}
        submitLabel={state === 'outdated' ? words.confirm(name) : words.save(name)}
        onSave={({ subject, body }) =>
          save.mutate({
            params: { id },
            body: { translations: { ...others, [language]: { subject, body, source } }, seenVersion: version },
          })
        }
        actions={
          <>
            {!notSent && canSendTest(template) && <Button onClick={test}>{sendTestWords.button}</Button>}
            {translated && (
              <Button kind="urgent-secondary" onClick={() => setRemoving(true)}>
                {words.remove(name)}
              </Button>
            )}
          </>
        }
      >
        {state === 'outdated' && translated && (
          <Alert kind="warning" title={words.outdated(name)}>
            {words.outdatedText(name)}
          </Alert>
        )}
        <LabelledSection label={words.english} size="sm">
          {hasSubject(method) && (
            <p className="message-text version-text" lang="en-GB">
              <b>{templateLabels.subject}:</b> {source.subject}
            </p>
          )}
          <p className="message-text version-text" lang="en-GB">
            {source.body}
          </p>
        </LabelledSection>
        <ContentEditor fields={fields} language={language} />
      </FieldsForm>
    </Panel>
  )
}
