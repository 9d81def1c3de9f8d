import { memo, useId, useState } from 'react'

import type { Translation } from '#domain/form/editing/edit-translations.ts'
import { type FormText, translationProblem, translationState } from '#domain/form/translation.ts'
import { directionOf, languageName, tagOf } from '#domain/languages.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { translationWords as words } from './words.ts'

type TranslationRowProps = {
  of: FormText
  language: string
  /** The English text that was translated, and its translation. */
  source: string | undefined
  text: string | undefined
  /** Undefined where translations can only be read. */
  onChange: ((translation: Translation) => void) | undefined
}

/** A text in English and in the other language. There may be thousands, so a row renders only when it changes. */
export const TranslationRow = memo(function TranslationRow({ of, language, source, text = '', onChange }: TranslationRowProps) {
  const id = useId()
  const state = translationState(source === undefined ? undefined : { [of.id]: { source, text } }, of)
  // The earlier English text stays while the translation is changed, because the author compares both.
  const [before, setBefore] = useState(state === 'outdated' ? source : undefined)
  if (state === 'outdated' && source !== before) setBefore(source)
  // Somebody who is typing has not read an English text that changes under their hands.
  const [atFocus, setAtFocus] = useState<string>()
  const change = (changed: string, english = of.text) =>
    onChange?.({ id: of.id, source: english, text: of.isOneLine ? changed.replaceAll(/\s*\n\s*/g, ' ') : changed })
  const confirm = () => {
    change(text)
    // The button is gone.
    document.getElementById(id)?.focus()
  }
  return (
    <div className={`translation translation--${state}`}>
      <div className="translation__english">
        <span className="translation__name">{words.english(of.name)}</span>
        <p id={`${id}-english`} className="translation__text">
          {of.text}
        </p>
      </div>
      <div className="translation__other">
        {onChange ? (
          <>
            <label className="translation__name" htmlFor={id}>
              {words.field(of.name, languageName(language))}
            </label>
            {before !== undefined && <Before text={before} isOutdated={state === 'outdated'} onConfirm={() => confirm()} />}
            <Input
              {...{ id, of, language, text }}
              onChange={(changed) => change(changed, atFocus)}
              onFocus={() => setAtFocus(of.text)}
              onBlur={() => setAtFocus(undefined)}
            />
          </>
        ) : (
          <>
            <span className="translation__name">{words.field(of.name, languageName(language))}</span>
            {state === 'outdated' && <p className="translation__note">{words.outdated.readOnly}</p>}
            {state === 'missing' ? (
              <p className="translation__text muted">{words.missing}</p>
            ) : (
              <p className="translation__text" lang={tagOf(language)} dir={directionOf(language)}>
                {text}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
})

type InputProps = Pick<TranslationRowProps, 'of' | 'language'> & {
  id: string
  text: string
  onChange: (text: string) => void
  onFocus: () => void
  onBlur: () => void
}

function Input({ id, of, language, text, onChange, onFocus, onBlur }: InputProps) {
  const problem = translationProblem(of, text)
  return (
    <>
      <FieldError id={id} error={problem} />
      <textarea
        id={id}
        className="input input--area translation__input"
        rows={Math.min(6, Math.ceil(Math.max(of.text.length, text.length, 1) / 50))}
        lang={tagOf(language)}
        dir={directionOf(language)}
        value={text}
        aria-describedby={problem === undefined ? `${id}-english` : `${id}-error ${id}-english`}
        aria-invalid={problem === undefined ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onFocus}
        onBlur={onBlur}
      />
    </>
  )
}

function Before({ text, isOutdated, onConfirm }: { text: string; isOutdated: boolean; onConfirm: () => void }) {
  return (
    <div className="translation__before">
      {isOutdated && (
        <strong>
          <Icon name="warning" /> {words.outdated.title}
        </strong>
      )}
      <p>{words.outdated.before}</p>
      <blockquote className="translation__text">{text}</blockquote>
      {isOutdated && (
        <>
          <p>{words.outdated.act}</p>
          <Button size="sm" onClick={onConfirm}>
            {words.outdated.confirm}
          </Button>
        </>
      )}
    </div>
  )
}
