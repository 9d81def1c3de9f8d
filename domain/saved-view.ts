/** More than anybody finds their way in. */
export const mostViews = 50
export const longestViewName = 60
