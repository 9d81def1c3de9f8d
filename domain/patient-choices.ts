/** Apart from the validation rules, so that a list does not load the phone number library. */
export const sexes = ['male', 'female'] as const
export type Sex = (typeof sexes)[number]

export const admissionStatuses = ['', 'waiting', 'outpatient', 'admitted', 'discharged'] as const
export type AdmissionStatus = (typeof admissionStatuses)[number]

export const sexLabels: Record<Sex, string> = { male: 'Male', female: 'Female' }
export const admissionStatusLabels: Record<AdmissionStatus, string> = {
  '': 'Not known',
  waiting: 'Waiting',
  outpatient: 'Outpatient',
  admitted: 'Admitted',
  discharged: 'Discharged',
}
