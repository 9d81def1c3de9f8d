/** The id of a field of a score or a red flag. */
export const scoringFieldId = (ownerId: string, field: string) => `${field}-of-${ownerId}`
