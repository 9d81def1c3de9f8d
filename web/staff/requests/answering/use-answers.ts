import { useCallback, useEffect, useRef, useState } from 'react'

import type { AnswerDraft } from '#contract/answering.ts'
import { isUnanswered, type Answer, type Answers } from '#domain/form/question.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'

const askEveryMs = 5_000

/** The state of an answer that the user typed and that is not saved. */
export type Trouble = { kind: 'failed' | 'invalid'; message: string } | { kind: 'changed' }

type Started = { requestId: string; session: string; draft: AnswerDraft }

/** `seen`: for each question that is being typed, the saved answer that the user saw before. null: none. */
type Latest = { draft: AnswerDraft; typed: Answers; seen: Record<string, Answer | null>; session: string; queue: Promise<void> }

/** The saved answers and those that are being typed. Each answer is saved by itself, one after the other, and none replaces an unseen one (PTN-6). */
export function useAnswers({ requestId, session, draft: first }: Started) {
  const [draft, setDraft] = useState(first)
  const [typed, setTyped] = useState<Answers>({})
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({})
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set())
  /** The answers that others changed since this screen showed them. */
  const [news, setNews] = useState<ReadonlySet<string>>(new Set())
  const [ended, setEnded] = useState<string>()
  const [isCheckNeeded, setCheckNeeded] = useState(false)
  // What the next save needs to know at once, before the screen is drawn again.
  const latest = useRef<Latest>({ draft: first, typed: {}, seen: {}, session, queue: Promise.resolve() })

  const receive = useCallback((next: AnswerDraft, own?: string) => {
    const before = latest.current.draft
    if (next.revision < before.revision) return
    const changed = Object.keys(next.answers).filter((id) => id !== own && !isSame(before.answers[id], next.answers[id]))
    latest.current.draft = next
    setDraft(next)
    setNews((known) => {
      const all = new Set([...known, ...changed])
      if (own !== undefined) all.delete(own)
      return all
    })
  }, [])

  const look = useCallback(
    async (since = latest.current.draft.revision) => {
      const answer = await api.answering.changes({ params: { id: requestId }, query: { since, session: latest.current.session } })
      if (answer.ended !== null) setEnded(answer.ended)
      if (answer.draft) receive(answer.draft)
    },
    [requestId, receive],
  )

  useEffect(() => {
    if (ended !== undefined || isCheckNeeded) return undefined
    const timer = setInterval(() => {
      // The next save says what is wrong.
      if (!document.hidden) void look().catch((error: unknown) => isCode(error, 'identity_check_needed') && setCheckNeeded(true))
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [ended, isCheckNeeded, look])

  /** Shows what is saved now. If that fails, the next look shows it. */
  const lookAgain = () => look(0).catch(() => undefined)
  const stopFor = (error: unknown) => {
    if (isCode(error, 'answering_ended')) setEnded(wordsOf(error))
    if (isCode(error, 'identity_check_needed')) setCheckNeeded(true)
  }

  const forget = (id: string) => {
    latest.current.typed = without(latest.current.typed, id)
    latest.current.seen = without(latest.current.seen, id)
    setTyped(latest.current.typed)
    setTroubles((all) => without(all, id))
  }

  async function saveOne(id: string, answer: Answer) {
    const { seen, session: current } = latest.current
    setSaving((all) => new Set([...all, id]))
    try {
      const replaces = seen[id] ?? null
      const saved = await api.answering.save({ params: { id: requestId }, body: { session: current, question: id, answer, replaces } })
      receive(saved, id)
      // Typed on meanwhile: what is saved next replaces what was saved now.
      if (isSame(latest.current.typed[id], answer)) forget(id)
      else latest.current.seen[id] = saved.answers[id] ?? null
    } catch (error) {
      stopFor(error)
      const isChanged = isCode(error, 'answer_changed')
      if (isChanged) await lookAgain()
      const message = fieldErrorsOf(error)[id]
      const trouble: Trouble = isChanged
        ? { kind: 'changed' }
        : message === undefined
          ? { kind: 'failed', message: wordsOf(error) }
          : { kind: 'invalid', message }
      setTroubles((all) => ({ ...all, [id]: trouble }))
    } finally {
      setSaving((all) => new Set([...all].filter((one) => one !== id)))
    }
  }

  /** Saves what was typed for a question, after the answers that are being saved. */
  const save = (id: string) => {
    latest.current.queue = saveAfter(latest.current.queue, id)
    return latest.current.queue
  }
  async function saveAfter(before: Promise<void>, id: string) {
    await before
    const answer = latest.current.typed[id]
    if (answer === undefined) return
    if (isSame(latest.current.draft.answers[id], answer)) forget(id)
    else await saveOne(id, answer)
  }

  const see = (id: string) => {
    latest.current.seen[id] = latest.current.draft.answers[id] ?? null
  }

  const type = (id: string, answer: Answer) => {
    if (latest.current.typed[id] === undefined) see(id)
    latest.current.typed = { ...latest.current.typed, [id]: answer }
    setTyped(latest.current.typed)
    setNews((all) => new Set([...all].filter((one) => one !== id)))
    // What another person saved stays beside it until the user decides.
    setTroubles((all) => (all[id]?.kind === 'changed' ? all : without(all, id)))
  }

  const answers: Answers = { ...draft.answers, ...typed }
  return {
    draft,
    typed,
    /** As the screen shows them. */
    answers,
    troubles,
    saving,
    news,
    ended,
    isCheckNeeded,
    type,
    save,
    /** Saves what was typed in place of the answer of another person, which the user has seen now. */
    saveInstead: (id: string) => {
      see(id)
      return save(id)
    },
    /** Drops what was typed and keeps the saved answer. */
    forget,
    /** Saves everything that was typed. Returns the latest draft and what is not saved. */
    saveAll: async () => {
      for (const id of Object.keys(latest.current.typed)) await save(id)
      await latest.current.queue
      return { draft: latest.current.draft, unsaved: Object.keys(latest.current.typed) }
    },
    /** Sends the answers of this revision, and is refused if there is a newer one. Returns the names of the red flags. */
    send: (revision: number) => api.answering.send({ params: { id: requestId }, body: { session: latest.current.session, revision } }),
    /** After a refusal: shows what is saved now, or why nothing can be saved. */
    recover: (error: unknown) => {
      stopFor(error)
      void lookAgain()
    },
    /** After a new identity check, what is not saved is saved again. */
    checked: (next: string) => {
      latest.current.session = next
      setCheckNeeded(false)
      for (const id of Object.keys(latest.current.typed)) void save(id)
    },
  }
}
export type TypedAnswers = ReturnType<typeof useAnswers>

const isCode = (error: unknown, code: string) => error instanceof ApiProblem && error.body?.code === code

/** A missing answer and an empty one are the same. */
const isSame = (one: Answer | undefined, other: Answer | undefined) =>
  (isUnanswered(one) && isUnanswered(other)) || JSON.stringify(one) === JSON.stringify(other)

const without = <T>(all: Record<string, T>, id: string) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== id))
