/** The words that end messages, as mobile networks and GOV.UK Notify know them. */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'END', 'QUIT', 'CANCEL']

/** Whether a text message asks for no more messages: one of the words alone, in any case, with any spaces and punctuation. */
export const isStopText = (text: string) => stopWords.includes(text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase())
