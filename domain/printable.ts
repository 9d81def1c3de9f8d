/** Whether the fonts of PDFs have the letters of a text (server/documents/pdf/fonts.ts). A text in another script, such as Tamil, would be a row of boxes. */
export const isPrintable = (text: string) =>
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Common}\p{sc=Inherited}]*$/u.test(
    text,
  )
