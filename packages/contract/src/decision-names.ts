/** What decisions about the administration of the platform are about. */
export const platformName = 'platform';

/** A refusal says this in its detail where only administrators of the platform may: the question that explains it. */
export const administrationNeeded = { action: 'manage', resource: { type: 'platform', name: platformName } } as const;
