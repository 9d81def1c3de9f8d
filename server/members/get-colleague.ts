export { getMember as getColleague } from './members.sql.ts'
