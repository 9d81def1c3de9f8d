export { readLinkProof, takeLinkProof } from './link-proof.ts'

/** The part of the query of a link that proves the sign-in with NHS login. */
export const nhsLoginQuery = 'nhs-login'
