export { findFormsByName, findLiveForm, listFormChoices, type LiveForm } from './live-forms.sql.ts'
export { getFormVersion } from './form-versions.sql.ts'
export { getForm } from './forms.sql.ts'
