/**
 * How far, in seconds, the clock of a computer may differ from the server's. Proofs of possession (RFC 9449 section 11.1) are accepted within it by the API,
 * and by the token endpoint of `oidc-provider`, which has the same number built in. Windows domains allow the same (Kerberos).
 */
export const clockToleranceSeconds = 300

/** A proof dated ahead stays valid until its own time and the tolerance have passed: for so long nobody may use it twice. */
export const proofLifetimeSeconds = 2 * clockToleranceSeconds
