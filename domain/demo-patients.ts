/** The local patient IDs of the three patients of the demonstration whose histories are told. One search for the first digits finds them. */
export const toldPatients = { worse: 'N481201', therapy: 'N481202', unreached: 'N481203' } as const
export type ToldPatient = keyof typeof toldPatients
export const toldPatientSearch = 'N48120'
