/** Counting how often a form was sent stops here: nobody needs to know more, and a form can have been sent a million times. */
export const sentCountLimit = 1_000

/** How often a form was sent, in words; '1,000+' where the count stopped. */
export const sentCountWords = (count: number) => count.toLocaleString('en-GB') + (count >= sentCountLimit ? '+' : '')
