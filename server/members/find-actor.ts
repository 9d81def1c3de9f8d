export { findActor, findActorById, findActorBySubject, findColleague, findStanding } from './actor.sql.ts'
