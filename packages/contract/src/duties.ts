/** Names of resources of the type `duty`: parts of the platform that users and groups can be given to keep without administering all of it. */
export const duties = ['policies', 'watches', 'reports', 'webhooks', 'resources'] as const;
export type Duty = (typeof duties)[number];
