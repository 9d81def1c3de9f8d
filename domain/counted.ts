/** So many of something, in words: '1 row', '2,000 rows'. */
export const counted = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
