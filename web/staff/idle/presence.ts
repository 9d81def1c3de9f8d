/** Whether somebody is here; the watch over inactivity answers it where there is one. What happens by itself must not keep a session alive (IDLE-4). */
export const presence = { isAway: () => false }
