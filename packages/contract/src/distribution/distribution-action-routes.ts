import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Distribution } from './distribution-routes.ts';
import { ReleaseBundleName, ReleaseBundleVersion } from './release-bundle-routes.ts';

const actions = `${prefixes.consoleUi}/artifactactions`;

/** The item that an action is about, and the release bundle it is to be, or was, sent in; one in a distribution repository says that by its path. */
const Item = z.strictObject({
  repoKey: z.string().min(1).max(200),
  path: z.string().max(2000).default(''),
  name: ReleaseBundleName.optional(),
  version: ReleaseBundleVersion.optional(),
  autoCreateMissingRepositories: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});
const TargetNames = z.array(z.string().max(64)).min(1).max(100);

export const distributeArtifact = route('distributeArtifact', {
  summary: 'Send a file, a folder or the run of a build to targets, in a release bundle that is made and signed of it',
  method: 'POST',
  url: `${actions}/distribute`,
  access: 'resource',
  body: Item.extend({
    targets: TargetNames,
    /** In a repository of builds: the run whose artifacts are sent. */
    build: z.strictObject({ name: z.string().min(1).max(500), number: z.string().min(1).max(500) }).optional(),
  }),
  reply: Distribution,
});

export const redistributeArtifact = route('redistributeArtifact', {
  summary: 'Send a release bundle again, to the targets it went to last unless others are named',
  method: 'POST',
  url: `${actions}/redistribute`,
  access: 'resource',
  body: Item.extend({ targets: TargetNames.optional() }),
  reply: Distribution,
});
