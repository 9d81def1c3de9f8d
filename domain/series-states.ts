/** They stand apart from the rules of a series, because every visit loads the searches of lists. */
export const seriesStates = ['active', 'paused', 'ended'] as const
export type SeriesState = (typeof seriesStates)[number]
