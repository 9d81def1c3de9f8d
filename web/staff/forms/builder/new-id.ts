/** Answers are kept under these for ever, so none is ever used again: not counted, but drawn. */
export const newId = () => crypto.randomUUID().slice(0, 8)

/** Moves the focus to what the change that is on its way will draw, or has drawn again elsewhere. */
export const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())
