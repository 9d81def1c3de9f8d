const key = 'formward.kept-at'
const day = 24 * 60 * 60_000

const isRecent = (mark: string | null) => mark !== null && Date.now() - Number(mark) < day

/** Something that was typed in this browser is kept on the server, for a day. */
export const markKept = () => localStorage.setItem(key, String(Date.now()))

export const isKeptHere = () => isRecent(localStorage.getItem(key))

/** Clears local storage of all but the mark, which says nothing of whom or what: the next person to sign in finds only what is theirs. */
export function clearStorage() {
  const mark = localStorage.getItem(key)
  localStorage.clear()
  sessionStorage.clear()
  if (mark !== null && isRecent(mark)) localStorage.setItem(key, mark)
}
