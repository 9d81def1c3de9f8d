import { useRouter } from '@tanstack/react-router'

import type { FormDetails } from '#contract/forms.ts'
import { readWhich, useVersionText, type Which } from '#web/staff/forms/versions/version-text.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { type TranslationPlace, Translations } from './Translations.tsx'
import { translationWords as words } from './words.ts'

type VersionTranslationsProps = { form: FormDetails; which: Which | undefined; place: TranslationPlace }

/** The translations of a version, by default of the live one, which nobody can change. */
export function VersionTranslations({ form, which, place }: VersionTranslationsProps) {
  const router = useRouter()
  const { can } = useSession()
  const version = readWhich(which, form) ?? form.version ?? 'draft'
  const { text, failed } = useVersionText(form, version)
  const goTo = ({ language, show }: TranslationPlace) => {
    const search = { tab: 'translations' as const, ...(which !== undefined && { version: which }), language, show }
    void router.navigate({ to: pathTo('formDetails', { id: form.id }, search), replace: true, resetScroll: false })
  }
  return (
    <Stack>
      <Row>
        <span>{version === 'draft' ? words.draft : words.version(version)}</span>
        {can('form:update') && !form.isArchived && (
          <ButtonLink size="sm" href={pathTo('formManage', { id: form.id }, { tab: 'translations', language: place.language })}>
            {words.edit}
          </ButtonLink>
        )}
      </Row>
      {text ? (
        <Translations
          form={text}
          place={place}
          onPlace={goTo}
          editing={undefined}
          of={{ formId: form.id, version: version === 'draft' ? undefined : version }}
        />
      ) : failed?.isError ? (
        <LoadError of={failed} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Stack>
  )
}
