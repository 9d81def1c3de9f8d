/** The colour schemes that a browser can be set to. Without one its pages follow the system. */
export const colourSchemes = ['light', 'dark'] as const
export type ColourScheme = (typeof colourSchemes)[number]

/** The cookie of the chosen scheme. The server reads it, so that a page has its colours before its first paint. */
export const colourSchemeCookie = 'colour-scheme'

export const toColourScheme = (text: string | undefined): ColourScheme | undefined => colourSchemes.find((scheme) => scheme === text)
