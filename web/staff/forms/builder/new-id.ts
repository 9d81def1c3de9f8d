/** Answers are stored under these ids for ever, so ids are random and never reused. */
export const newId = () => crypto.randomUUID().slice(0, 8)

/** Moves the focus to an element after the next render. */
export const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())
