// Bills of materials of what consists of several files: runs of builds and versions of release bundles.
import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const base = `${prefixes.consoleApi}/xray/ui/sbom`;

/** A bill is written in one of these. */
export const billFormats = ['cyclonedx', 'spdx'] as const;
export type BillFormat = (typeof billFormats)[number];

const format = z.enum(billFormats).default('cyclonedx');
const name = z.string().min(1).max(300);
/** A document as its standard says. */
const Bill = z.looseObject({ bomFormat: z.string().optional(), spdxVersion: z.string().optional() });

export const exportBuildBill = route('exportBuildBill', {
  summary:
    'What a run of a build made and used, with what that consists of, as a CycloneDX or SPDX document; of files that the caller may not read nothing but their names',
  method: 'GET',
  url: `${base}/build`,
  access: 'visitor',
  query: z.object({ name, number: name, project: z.string().max(100).optional(), format }),
  reply: Bill,
});

export const exportReleaseBundleBill = route('exportReleaseBundleBill', {
  summary:
    'The files of a version of a release bundle, with what they consist of, as a CycloneDX or SPDX document; of files that the caller may not read nothing but their names',
  method: 'GET',
  url: `${base}/release_bundle`,
  access: 'visitor',
  query: z.object({ name, version: name, format }),
  reply: Bill,
});
