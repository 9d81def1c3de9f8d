export { findActor, findActorById, findActorBySubject, findColleague, findStanding } from './actor.sql.ts'
export { findSecondFactorDay, isSecondFactorInForce } from './second-factor-day.sql.ts'
