export { findActor, findActorById, findActorBySubject, findStanding } from './actor.sql.ts'
