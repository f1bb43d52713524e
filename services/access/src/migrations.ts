import type { SchemaStep } from '@packhouse/kernel/database/beside-older.ts';
import { up as access } from './migrations/0001-access.ts';
import { up as clientLogin } from './migrations/0002-client-login.ts';
import { up as accountFlows } from './migrations/0003-account-flows.ts';
import { up as externalSignIn } from './migrations/0004-external-sign-in.ts';
import { up as directories } from './migrations/0005-directories.ts';
import { up as projects } from './migrations/0006-projects.ts';
import { up as userCustomData } from './migrations/0007-user-custom-data.ts';
import { up as logo } from './migrations/0008-logo.ts';
import { up as applications } from './migrations/0009-applications.ts';
import { up as signInPlaces } from './migrations/0010-sign-in-places.ts';
import { up as keptRights } from './migrations/0011-kept-rights.ts';
import { up as trust } from './migrations/0012-trust.ts';
import { up as licences } from './migrations/0015-licences.ts';
import { up as federation } from './migrations/0016-federation.ts';
import { up as federationComparison } from './migrations/0017-federation-comparison.ts';
import { up as federationLookUps } from './migrations/0018-federation-look-ups.ts';
import { up as auditNames } from './migrations/0019-audit-names.ts';
import { up as toldEnds } from './migrations/0020-told-ends.ts';
import { up as userLock } from './migrations/0021-user-lock.ts';
import { up as writtenNumbers } from './migrations/0022-written-numbers.ts';
import { up as moreResources } from './migrations/0023-more-resources.ts';
import { up as lookAtAllAgain } from './migrations/0024-look-at-all-again.ts';
import { up as ownEntries } from './migrations/0025-own-entries.ts';
import { up as linksAndConflicts } from './migrations/0026-links-and-conflicts.ts';
import { up as lifecycles } from './migrations/0027-lifecycles.ts';

export const migrations: Record<string, SchemaStep> = {
  '0001-access': { up: access },
  '0002-client-login': { up: clientLogin },
  '0003-account-flows': { up: accountFlows },
  '0004-external-sign-in': { up: externalSignIn },
  '0005-directories': { up: directories },
  '0006-projects': { up: projects },
  '0007-user-custom-data': { up: userCustomData },
  '0008-logo': { up: logo },
  '0009-applications': { up: applications },
  '0010-sign-in-places': { up: signInPlaces },
  '0011-kept-rights': { up: keptRights },
  '0012-trust': { up: trust },
  '0015-licences': { up: licences },
  '0016-federation': { up: federation },
  '0017-federation-comparison': { up: federationComparison },
  '0018-federation-look-ups': { up: federationLookUps },
  '0019-audit-names': { up: auditNames },
  '0020-told-ends': { up: toldEnds },
  '0021-user-lock': { up: userLock, besideOlder: true },
  '0022-written-numbers': { up: writtenNumbers, besideOlder: true },
  '0023-more-resources': { up: moreResources },
  '0024-look-at-all-again': { up: lookAtAllAgain, besideOlder: true },
  '0025-own-entries': { up: ownEntries, besideOlder: true },
  '0026-links-and-conflicts': { up: linksAndConflicts, besideOlder: true },
  '0027-lifecycles': { up: lifecycles, besideOlder: true },
};
