/**
 * With a first sign-in at another provider the app adds the ID token here, in which some providers say who somebody is and nowhere else. A
 * header, because it comes with any call and is in no log.
 */
export const idTokenHeader = 'x-id-token'
