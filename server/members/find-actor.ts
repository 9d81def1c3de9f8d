export { findActorById, findActorBySubject } from './actor.sql.ts'
