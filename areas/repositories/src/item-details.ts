import type { artifactDetails } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';

/** This is known of a stored file or folder. */
export type Details = RouteReply<typeof artifactDetails>;
