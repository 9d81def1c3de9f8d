const key = 'formward.kept-at'
const dayInMs = 24 * 60 * 60_000

const isRecent = (mark: string | null) => mark !== null && Date.now() - Number(mark) < dayInMs

/** Marks this browser: the server keeps a draft from it, for a day. */
export const markDraft = () => localStorage.setItem(key, String(Date.now()))

export const mayHaveDrafts = () => isRecent(localStorage.getItem(key))

/** Clears the storage except the mark, which names no user and no patient. The next user sees only their own drafts. */
export function clearStorage() {
  const mark = localStorage.getItem(key)
  localStorage.clear()
  sessionStorage.clear()
  if (mark !== null && isRecent(mark)) localStorage.setItem(key, mark)
}
