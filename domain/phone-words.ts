// Apart from phone.ts, which brings the numbering plans of every country: a screen that only shows a number needs none of them.

/** A UK number in E.164 in national format: '07700 900123'. Any other text is returned unchanged. */
export const formatPhone = (number: string) => number.replace(/^\+44(\d{4})(\d{6})$/, '0$1 $2')
