import { auditC } from './audit-c.ts'
import { dischargeFollowUp } from './discharge-follow-up.ts'
import { fallsRisk } from './falls-risk.ts'
import { gad7 } from './gad-7.ts'
import { patientExperience } from './patient-experience.ts'
import { phq9 } from './phq-9.ts'
import { preAssessment } from './pre-assessment.ts'
import type { FormTemplate } from './template.ts'
import { waitingListCheck } from './waiting-list-check.ts'

/** The templates in the order they are offered (FORM-10). */
export const templates: readonly FormTemplate[] = [
  waitingListCheck,
  preAssessment,
  dischargeFollowUp,
  fallsRisk,
  phq9,
  gad7,
  auditC,
  patientExperience,
]
