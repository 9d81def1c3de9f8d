/** In the rows of lists, so part of the first load. */
export const namedRedFlag = (name: string) => `Red flag: ${name}`
