/** Beginnings of the events after which webhooks are no longer what they were. */
export const liveEvents = ['webhook.', 'audit.webhook.'] as const;
