import { up as repositoriesMigration } from './0001-repositories.ts';
import { up as garbageRunMigration } from './0002-garbage-run.ts';
import { up as itemMarkMigration } from './0003-item-mark.ts';
import { up as packageSearchMigration } from './0004-package-search.ts';
import { up as indexMigration } from './0005-index.ts';
import { up as buildMigration } from './0006-builds.ts';
import { up as searchMigration } from './0007-search.ts';
import { up as terraformStateMigration } from './0008-terraform-state.ts';
import { up as projectMigration } from './0009-project.ts';
import { up as retentionMigration } from './0010-retention.ts';
import { up as indexRunMigration } from './0011-index-runs.ts';
import { up as expiryMigration } from './0012-expiry.ts';
import { up as proxyMigration } from './0013-proxies.ts';
import { up as saidMigration } from './0014-said.ts';
import { up as revisionMigration } from './0015-revisions.ts';
import { up as searchFilterMigration } from './0016-search-filters.ts';
import { up as sha512Migration } from './0017-sha512.ts';
import { up as replicationMigration } from './0018-replication.ts';
import { up as watchMailMigration } from './0019-watch-mail.ts';
import { up as sshKeysMigration } from './0020-ssh-keys.ts';
import { up as dataTransferMigration } from './0021-data-transfer.ts';
import { up as keyPairAliasMigration } from './0022-key-pair-alias.ts';
import { up as keptUsageMigration } from './0023-kept-usage.ts';
import { up as firewallMigration } from './0024-firewall.ts';
import { up as versionTimeMigration } from './0025-version-time.ts';
import { up as evidenceMigration } from './0026-evidence.ts';
import { up as archiveMigration } from './0027-archive.ts';
import { up as firewallListingsMigration } from './0029-firewall-listings.ts';
import { up as vaultSignInMigration } from './0030-vault-sign-in.ts';
import { up as archiveSumsMigration } from './0031-archive-sums.ts';
import { up as sharedRepositoriesMigration } from './0032-shared-repositories.ts';
import { up as lastDownloadedByMigration } from './0033-last-downloaded-by.ts';
import { up as takePlacesMigration } from './0035-take-places.ts';
import { up as folderDownloadMigration } from './0036-folder-download.ts';
import { up as cleanupPoliciesMigration } from './0037-cleanup-policies.ts';
import { up as policiesOfProjectsMigration } from './0038-policies-of-projects.ts';
import { up as namesOfManyMigration } from './0039-names-of-many.ts';
import { up as plainNamesMigration } from './0040-plain-names.ts';
import { up as namesInOrderMigration } from './0043-names-in-order.ts';

/** Every change of the service's tables, in order. */
export const migrations = {
  '0001-repositories': { up: repositoriesMigration },
  '0002-garbage-run': { up: garbageRunMigration },
  '0003-item-mark': { up: itemMarkMigration },
  '0004-package-search': { up: packageSearchMigration },
  '0005-index': { up: indexMigration },
  '0006-builds': { up: buildMigration },
  '0007-search': { up: searchMigration },
  '0008-terraform-state': { up: terraformStateMigration },
  '0009-project': { up: projectMigration },
  '0010-retention': { up: retentionMigration },
  '0011-index-runs': { up: indexRunMigration },
  '0012-expiry': { up: expiryMigration },
  '0013-proxies': { up: proxyMigration },
  '0014-said': { up: saidMigration },
  '0015-revisions': { up: revisionMigration },
  '0016-search-filters': { up: searchFilterMigration },
  '0017-sha512': { up: sha512Migration },
  '0018-replication': { up: replicationMigration },
  '0019-watch-mail': { up: watchMailMigration },
  '0020-ssh-keys': { up: sshKeysMigration },
  '0021-data-transfer': { up: dataTransferMigration },
  '0022-key-pair-alias': { up: keyPairAliasMigration },
  '0023-kept-usage': { up: keptUsageMigration },
  '0024-firewall': { up: firewallMigration },
  '0025-version-time': { up: versionTimeMigration },
  '0026-evidence': { up: evidenceMigration },
  '0027-archive': { up: archiveMigration },
  '0029-firewall-listings': { up: firewallListingsMigration },
  '0030-vault-sign-in': { up: vaultSignInMigration },
  '0031-archive-sums': { up: archiveSumsMigration },
  '0032-shared-repositories': { up: sharedRepositoriesMigration, besideOlder: true },
  '0033-last-downloaded-by': { up: lastDownloadedByMigration, besideOlder: true },
  '0035-take-places': { up: takePlacesMigration, besideOlder: true },
  '0036-folder-download': { up: folderDownloadMigration, besideOlder: true },
  // An older server would take away what a policy leaves out.
  '0037-cleanup-policies': { up: cleanupPoliciesMigration },
  // An older server would look beyond the project.
  '0038-policies-of-projects': { up: policiesOfProjectsMigration },
  '0039-names-of-many': { up: namesOfManyMigration },
  '0040-plain-names': { up: plainNamesMigration, besideOlder: true },
  '0043-names-in-order': { up: namesInOrderMigration, besideOlder: true },
} as const;
