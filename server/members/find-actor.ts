export { findActor, findActorById, findActorBySubject, findColleague, findStanding, isSecondFactorDemanded } from './actor.sql.ts'
