import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

import { isSame, mergeOptions } from '#domain/form/editing/merge-definitions.ts'
import { type OptionTextProblem, optionsAsText, optionTextChanges, readOptions } from '#domain/form/editing/options-as-text.ts'
import { type Use, usesOfOptions } from '#domain/form/editing/uses-of.ts'
import type { QuestionOption } from '#domain/form/question.ts'
import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { newId } from '#web/staff/forms/builder/new-id.ts'
import { UseList } from '#web/staff/forms/builder/questions/UseList.tsx'
import { optionWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import './edit-options.scss'
import { optionTextWords as words } from './option-text-words.ts'

type Options = readonly QuestionOption[]

type EditOptionsDialogProps = {
  questionId: string
  options: Options
  onApply: (options: Options) => void
  onClose: () => void
}

/** What the author changed, and what uses the options that it removes. */
type Removal = { mine: Options; removed: Options; uses: readonly Use[] }

/** All options of a question as text (FORM-3). Nothing changes before the text is applied, and a refused text stays in the field. */
export function EditOptionsDialog({ questionId, options, onApply, onClose }: EditOptionsDialogProps) {
  const { definition } = useFormLogic()
  const [base] = useState(options)
  const [text, setText] = useState(() => optionsAsText(base))
  const [refusal, setRefusal] = useState<'problems' | 'changedByOther'>()
  const [removal, setRemoval] = useState<Removal>()
  const field = useRef<HTMLTextAreaElement>(null)

  const apply = () => {
    const { options: mine, problems } = readOptions(base, text, newId)
    if (problems.length > 0) {
      setRefusal('problems')
      focusLine(field.current, problems[0])
    } else finish(mine, [])
  }
  /** A colleague may have changed the options since the dialog was opened, also while the author reads what uses the removed ones. */
  const finish = (mine: Options, accepted: Options) => {
    const merged = mergeOptions(base, mine, options)
    setRemoval(undefined)
    if (!merged) return setRefusal('changedByOther')
    const { removed } = optionTextChanges(options, merged)
    const uses = usesOfOptions(definition, questionId, removed)
    const isAccepted = removed.every(({ value }) => accepted.some((option) => option.value === value))
    if (uses.length > 0 && !isAccepted) return setRemoval({ mine, removed, uses })
    if (!isSame(merged, options)) onApply(merged)
    onClose()
  }
  if (removal) {
    const { mine, removed } = removal
    return <UsedOptionsDialog {...removal} onRemove={() => finish(mine, removed)} onBack={() => setRemoval(undefined)} />
  }
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Stack>
          <OptionsField
            base={base}
            text={text}
            refusal={refusal}
            field={field}
            onChange={(changed) => {
              setText(changed)
              if (refusal === 'changedByOther') setRefusal(undefined)
            }}
          />
          <DialogActions>
            <Button kind="primary" type="submit">
              {words.apply}
            </Button>
            <Button onClick={onClose}>{words.cancel}</Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Puts the cursor at the end of the line with the problem, and of the text without one. */
function focusLine(field: HTMLTextAreaElement | null, problem: OptionTextProblem | undefined) {
  if (!field) return
  const line = problem && 'line' in problem ? problem.line : Infinity
  const end = field.value.split('\n').slice(0, line).join('\n').length
  field.focus()
  field.setSelectionRange(end, end)
}

type OptionsFieldProps = {
  base: Options
  text: string
  refusal: 'problems' | 'changedByOther' | undefined
  field: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
}

/** The text, and what it changes. After a refusal the problems follow the text, so that each disappears once it is fixed. */
function OptionsField({ base, text, refusal, field, onChange }: OptionsFieldProps) {
  const settled = useDeferredValue(text)
  // The ids of new options are made when the text is applied.
  const { options, problems } = useMemo(() => readOptions(base, settled, () => ''), [base, settled])
  useEffect(() => {
    // The library gives the focus to the dialog when it opens, and again half a second later.
    const take = () => document.activeElement?.closest('input, button, textarea') ?? field.current?.focus()
    const frame = requestAnimationFrame(() => field.current?.focus())
    const late = setTimeout(take, 600)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(late)
    }
  }, [field])
  const errors = {
    problems: problems.length > 0 ? words.problems(problems) : undefined,
    changedByOther: words.changedByOther,
  }
  return (
    <>
      <TextArea
        ref={field}
        label={words.label}
        hint={words.hint}
        rows={12}
        value={text}
        error={refusal && errors[refusal]}
        onChange={(event) => onChange(event.target.value)}
      />
      <Changes before={base} after={options} />
    </>
  )
}

function Changes({ before, after }: { before: Options; after: Options }) {
  const { added, renamed, removed } = optionTextChanges(before, after)
  const names = (options: Options) => options.map(({ label }) => label)
  const gone = removed.filter(({ label }) => label.trim() !== '')
  const was = new Map(before.map((option) => [option.value, option]))
  const stayed = after.filter(({ value }) => was.has(value))
  const withPoints = stayed.filter(({ value, points }) => was.get(value)?.points !== points).length
  const stayedBefore = before.filter((option) => !removed.includes(option))
  const isReordered = stayed.some(({ value }, at) => stayedBefore[at]?.value !== value)
  const { changes } = words
  const lines = [
    ...(added.length > 0 ? [changes.added(names(added))] : []),
    ...(gone.length > 0 ? [changes.removed(names(gone))] : []),
    ...renamed.map((one) => changes.renamed(one.before, one.after)),
    ...(withPoints > 0 ? [changes.points(withPoints)] : []),
    ...(isReordered ? [changes.order] : []),
  ]
  return (
    <section className="option-changes">
      <h3>{changes.title}</h3>
      {lines.length === 0 ? (
        <p className="muted">{changes.none}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line} className="break">
              {line}
            </li>
          ))}
        </ul>
      )}
      {renamed.length > 0 && <p className="muted">{changes.staysSame}</p>}
    </section>
  )
}

type UsedOptionsDialogProps = Omit<Removal, 'mine'> & { onRemove: () => void; onBack: () => void }

/** Says what uses the options before they are removed. */
function UsedOptionsDialog({ removed, uses, onRemove, onBack }: UsedOptionsDialogProps) {
  const names = removed.map(({ label }, at) => label || optionWords.unnamed(at + 1))
  const { used } = words
  return (
    <ConfirmDialog
      title={used.title(removed.length)}
      isOpen
      confirmLabel={used.confirm(removed.length)}
      closeLabel={used.back}
      onConfirm={onRemove}
      onClose={onBack}
    >
      <p className="break">{names.length === 1 ? used.textForOne(names[0] ?? '') : used.text(names)}</p>
      <UseList uses={uses} />
    </ConfirmDialog>
  )
}
