/** The scripts of the fonts (fonts.ts). Signs and numbers that all scripts share count too. */
const scripts = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Arabic', 'Hebrew', 'Devanagari', 'Common', 'Inherited']
const printable = new RegExp(`^[${scripts.map((script) => String.raw`\p{Script=${script}}`).join('')}]*$`, 'u')

/** Whether the fonts have the letters of a text. A text in another script, such as Tamil or Chinese, would be a row of boxes. */
export const isPrintable = (text: string) => printable.test(text)
