/** Answers of fewer people than this are not summed up: in a small group one can tell who said what. */
export const smallestGroup = 5
