export { findActor, findActorById, findActorBySubject, findColleague, findMembership } from './actor.sql.ts'
export { findSecondFactorDay, isSecondFactorInForce } from './second-factor-day.sql.ts'
