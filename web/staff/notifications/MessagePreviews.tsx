import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { MessageSamples } from '#contract/notifications.ts'
import { english, pageLanguageOf } from '#domain/languages.ts'
import { letterPages } from '#domain/letter-text.ts'
import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import { fillIn, type SampleName, sampleNames, samplesIn, smsLength, type TemplateText, tooLong, withFooter } from '#domain/template.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { LetterPreview } from './LetterPreview.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { lengthWords, letterPreviewWords, previewWords as words, sampleLabels } from './words.ts'

/** The values and additions with which every preview is written. They change rarely. */
export const useMessageSamples = () => useQuery({ ...q(api.messageSamples.read), staleTime: 300_000 })

/** The text of a template for a patient with usual, short and long details, as it is sent: with the sender and what the channel adds. */
export function MessagePreviews({ template }: { template: Previewed }) {
  const looked = useMessageSamples()
  if (looked.isError && !looked.data) return <LoadError of={looked} />
  return looked.data ? <Previews template={template} given={looked.data} /> : <Skeleton lines={6} />
}

/** `language`: the language of the text; English without it. */
type Previewed = TemplateText & { category: NotificationCategory; language?: string }
type PreviewsProps = { template: Previewed; given: MessageSamples }

function Previews({ template, given }: PreviewsProps) {
  const [shown, setShown] = useState<SampleName>('typical')
  const { method, category, language = english } = template
  const texts = (name: SampleName) => fillIn(template, samplesIn(language, name, given.values[name]))
  const text = texts(shown)
  return (
    <Stack>
      <RadioGroup
        label={words.sample}
        isInline
        options={sampleNames.map((value) => ({ value, label: sampleLabels[value] }))}
        value={shown}
        onChange={(value) => setShown(sampleNames.find((name) => name === value) ?? 'typical')}
      />
      {method === 'letter' ? (
        <>
          {given.letter.contactPhone.trim() === '' && <Alert kind="warning">{letterPreviewWords.noPhone}</Alert>}
          {category !== 'request_reminder' && (
            <LetterPreview
              category={category}
              {...text}
              language={language}
              lastDay={samplesIn(language, shown, given.values[shown]).expiryDate}
              letter={given.letter}
            />
          )}
        </>
      ) : (
        <Sent method={method} text={text} given={given} language={language} />
      )}
      {text.body !== '' && <Lengths method={method} texts={texts} />}
    </Stack>
  )
}

type Filled = { subject: string; body: string }

type SentProps = { method: NotificationMethod; text: Filled; given: MessageSamples; language: string }

/** A message with the sender and what the channel adds. */
function Sent({ method, text: { subject, body }, given, language }: SentProps) {
  const { organisation } = useSession()
  const { from = null, provider = null, footers } = given.methods.find((one) => one.method === method) ?? {}
  return (
    <MessagePreview
      method={method}
      from={from ?? (provider === null ? organisation.name : words.setAtProvider(provider))}
      subject={subject}
      body={withFooter(body, body === '' ? '' : (footers?.[pageLanguageOf(language)] ?? ''))}
    />
  )
}

type LengthsProps = { method: TemplateText['method']; texts: (name: SampleName) => Filled }

const lengthOf = (method: TemplateText['method'], text: Filled) => {
  if (method === 'letter') return lengthWords.letter(letterPages(text))
  const { length, fragments } = smsLength(text.body)
  return method === 'sms' ? lengthWords.sms(length, fragments) : lengthWords.other(text.body.length)
}

/** The length of the message for each sample patient, and a warning where long details make it longer than usual. */
function Lengths({ method, texts }: LengthsProps) {
  const tooLongWords = tooLong({ method, ...texts('longest') })
  const [usual, most] = [smsLength(texts('typical').body), smsLength(texts('longest').body)]
  return (
    <>
      <ul className="message-lengths">
        {sampleNames.map((name) => (
          <li key={name}>
            {sampleLabels[name]}: {lengthOf(method, texts(name))}
          </li>
        ))}
      </ul>
      {tooLongWords ? (
        <Alert kind="danger" title={words.tooLong}>
          {tooLongWords} {method !== 'letter' && words.tooLongText}
        </Alert>
      ) : (
        method === 'sms' &&
        most.fragments > usual.fragments && (
          <Alert kind="warning" title={words.moreParts(most.fragments, usual.fragments)}>
            {most.encoding === 'ucs-2' && usual.encoding === 'gsm-7' ? words.accents : words.longNames}
          </Alert>
        )
      )}
    </>
  )
}
