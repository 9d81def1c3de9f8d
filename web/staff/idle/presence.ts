/** Whether the user is inactive, set while a timeout applies. Background requests must not keep a session alive (IDLE-4). */
export const presence = { isInactive: () => false }
