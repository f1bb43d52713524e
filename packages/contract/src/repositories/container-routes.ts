import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

/** An image is made of this, read from its manifest and its settings. */
export const ImageView = z.object({
  repoKey: z.string(),
  path: z.string(),
  digest: z.string(),
  mediaType: z.string(),
  kind: z.enum(['image', 'index']),
  artifactType: z.string().optional(),
  totalSize: z.number(),
  platform: z.string().optional(),
  created: z.string().optional(),
  author: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  workingDirectory: z.string().optional(),
  runsAs: z.string().optional(),
  ports: z.array(z.string()).optional(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
  layers: z.array(z.object({ digest: z.string(), size: z.number(), mediaType: z.string(), createdBy: z.string().optional() })),
  history: z.array(z.object({ createdBy: z.string(), created: z.string().optional(), emptyLayer: z.boolean() })),
  platforms: z.array(z.object({ platform: z.string(), digest: z.string(), size: z.number() })),
});
export type ImageView = z.output<typeof ImageView>;

export const dockerLayers = route('dockerLayers', {
  summary: 'Layers, build steps and settings of a container image',
  method: 'POST',
  url: `${prefixes.consoleApi}/ui/views/dockerv2`,
  access: 'resource',
  body: z.object({
    repoKey: z.string().min(1),
    /** The manifest's file, or the folder of a tag or digest. */
    path: z.string().min(1).max(2000),
    view: z.literal('dockerv2'),
  }),
  reply: ImageView,
  status: 200,
});
