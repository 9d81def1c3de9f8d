export { findLogoOf } from './logos.sql.ts'
