type Clinician = { isClinician: boolean; clinicianTimeout: number | null }

/** After how many minutes of inactivity a member is signed out (IDLE-3): clinicians only, where the organisation sets a limit; their own wins when it is shorter. */
export const idleMinutes = (member: Clinician, organisation: { clinicianTimeout: number | null }): number | undefined =>
  member.isClinician && organisation.clinicianTimeout !== null
    ? Math.min(organisation.clinicianTimeout, member.clinicianTimeout ?? organisation.clinicianTimeout)
    : undefined
