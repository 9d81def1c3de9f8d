import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import type { Viewer } from '#domain/route-guards.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { topicsMatching } from '#web/staff/help/find-topics.ts'
import { hrefOfTopic } from '#web/staff/help/topics.ts'

import { pagesFor, pagesMatching } from './find-pages.ts'
import { type Group, isSearchable, type Result, useEverything } from './use-everything.ts'
import { searchDialogWords as words } from './words.ts'

/** Milliseconds without typing before the records are searched. Pages are found with every letter. */
const delayMs = 200
/** Before anything is typed. */
const firstPages = 8
/** Help is found beside what is searched for, and does not push it away. */
const firstTopics = 3

type SearchDialogProps = {
  viewer: Viewer
  /** What was typed while this code was loading. */
  takeTypedAhead: () => string
  onClose: () => void
}

/** One search over patients, form requests, forms, users and pages (REQ-9). A result opens by its id, so no name gets into the address. */
export function SearchDialog(props: SearchDialogProps) {
  return (
    <Dialog title={words.title} isOpen onClose={props.onClose}>
      <Search {...props} />
    </Dialog>
  )
}

function Search({ viewer, takeTypedAhead, onClose }: SearchDialogProps) {
  const id = useId()
  const navigate = useNavigate()
  const { config } = useRouteContext({ from: '/inside' })
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  useTypedBeforeFocus(field, takeTypedAhead, setTyped)
  const text = typed.trim()
  const asked = useSettled(text)
  const [pages] = useState(() => pagesFor(viewer, config))
  const records = useEverything(asked, viewer)
  const groups: Group[] = [
    {
      label: words.pages,
      state: 'found' as const,
      results: toResults(text === '' ? pages.slice(0, firstPages) : pagesMatching(pages, text)),
    },
    {
      label: words.help,
      state: 'found' as const,
      results: topicsMatching(text)
        .slice(0, firstTopics)
        .map(({ id: topic, title }) => ({ id: `help-${topic}`, label: title, href: hrefOfTopic(topic) })),
    },
    // The records of an earlier text are not shown.
    ...(asked === text ? records : records.map((group) => ({ ...group, results: [], state: 'searching' as const }))),
  ].filter(({ results, state }) => results.length > 0 || state !== 'found')
  const isSearching = (asked !== text && isSearchable(text)) || groups.some(({ state }) => state === 'searching')
  const results = groups.flatMap((group) => group.results)
  const { active, setChosen } = useActive(results, text, isSearching)

  const open = ({ href }: Result) => {
    onClose()
    void navigate({ href })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const at = active ? results.indexOf(active) : step > 0 ? -1 : 0
      setChosen(results.at((at + step) % results.length))
    } else if (event.key === 'Enter') {
      if (active) open(active)
    } else return
    event.preventDefault()
  }
  return (
    <div className="search-everything">
      <span className="search">
        <Icon name="search" />
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label={words.label}
          aria-expanded={results.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.id}`}
          autoComplete="off"
          spellCheck={false}
          ref={field}
          placeholder={words.example}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
      </span>
      <div id={id} className="search-everything__results" role="listbox" aria-label={words.title} aria-busy={isSearching || undefined}>
        {groups.map((group) => (
          <Results key={group.label} {...{ group, id, active }} onPoint={setChosen} onOpen={open} />
        ))}
      </div>
      <p className="search-everything__state" role="status">
        {stateInWords({ text, isSearching, count: results.length })}
        {groups
          .filter(({ state }) => state === 'failed')
          .map(({ label }) => (
            <span key={label} className="search-everything__failed">
              {' '}
              {words.failed(label)}
            </span>
          ))}
      </p>
      <p className="search-everything__keys" aria-hidden="true">
        {words.keys}
      </p>
    </div>
  )
}

function stateInWords({ text, isSearching, count }: { text: string; isSearching: boolean; count: number }) {
  if (isSearching) return words.searching
  if (text === '') return ''
  if (!isSearchable(text)) return words.typeMore
  return count === 0 ? words.none : words.count(count)
}

type ResultsProps = {
  group: Group
  id: string
  active: Result | undefined
  onPoint: (result: Result) => void
  onOpen: (result: Result) => void
}

function Results({ group: { label, results }, id, active, onPoint, onOpen }: ResultsProps) {
  const name = useId()
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In newer browsers it answers a promise, which an effect must not return.
    shown.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (results.length === 0) return null
  return (
    <div ref={shown} role="group" aria-labelledby={name}>
      <p id={name} className="search-everything__label" role="presentation">
        {label}
      </p>
      {results.map((result) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the focus and its keys
        <div
          key={result.id}
          id={`${id}-${result.id}`}
          className="menu__item"
          role="option"
          tabIndex={-1}
          aria-selected={result === active}
          data-focused={result === active || undefined}
          onPointerMove={() => onPoint(result)}
          onClick={() => onOpen(result)}
        >
          <span>
            {result.label}
            {result.hint && <span className="menu__hint">{result.hint}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}

const toResults = (pages: readonly { label: string; href: string }[]): Result[] =>
  pages.map((page) => ({ id: `page-${page.href}`, ...page }))

/** What is typed before the field has the focus gets into it: while this code loads, and until the dialog lets the field have the focus. */
function useTypedBeforeFocus(
  field: RefObject<HTMLInputElement | null>,
  takeTypedAhead: () => string,
  setTyped: (change: (typed: string) => string) => void,
) {
  const start = useEffectEvent(() => setTyped(takeTypedAhead))
  const add = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (document.activeElement === field.current || key.length !== 1 || ctrlKey || metaKey || altKey) return
    // A space presses the button that has the focus. While the dialog itself has it, the space is typed.
    if (key === ' ' && document.activeElement?.closest('button, a, input')) return
    event.preventDefault()
    setTyped((typed) => typed + key)
    field.current?.focus()
  })
  useLayoutEffect(() => {
    start()
    // The dialog takes the focus when it opens, so the field takes it in the next frame.
    const frame = requestAnimationFrame(() => field.current?.focus())
    // The library gives the focus to the dialog again, half a second later.
    const late = setTimeout(() => document.activeElement?.closest('input, button') ?? field.current?.focus(), 600)
    const listener = (event: globalThis.KeyboardEvent) => add(event)
    document.addEventListener('keydown', listener)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(late)
      document.removeEventListener('keydown', listener)
    }
  }, [field])
}

/** The text when nothing was typed for a moment. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * The result that Enter opens: the chosen one, else the first. While records are being searched, only a page can be the first: another result could
 * take its place before Enter is pressed.
 */
function useActive(results: readonly Result[], text: string, isSearching: boolean) {
  const [chosen, setChosen] = useState<{ id: string; text: string }>()
  const found = chosen?.text === text ? results.find(({ id }) => id === chosen.id) : undefined
  const first = results[0]
  const isStable = !isSearching || first?.id.startsWith('page-')
  return {
    active: found ?? (isStable ? first : undefined),
    setChosen: (result: Result | undefined) => setChosen(result && { id: result.id, text }),
  }
}
