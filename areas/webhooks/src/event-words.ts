import { catalogue } from '@packhouse/console-kit/console-kit.ts';

const names = {
  domain_artifact: { en: 'Artifacts', de: 'Artefakte' },
  about_artifact: { en: 'Files of repositories come, go and change their place.', de: 'Dateien in Repositorys kommen, gehen und wechseln ihren Ort.' },
  artifact_deployed: { en: 'Deployed', de: 'Abgelegt' },
  says_artifact_deployed: { en: 'A file was uploaded', de: 'Eine Datei wurde hochgeladen' },
  artifact_deleted: { en: 'Deleted', de: 'Gelöscht' },
  says_artifact_deleted: { en: 'A file was deleted', de: 'Eine Datei wurde gelöscht' },
  artifact_moved: { en: 'Moved', de: 'Verschoben' },
  says_artifact_moved: { en: 'A file went to another place', de: 'Eine Datei kam an einen anderen Ort' },
  artifact_copied: { en: 'Copied', de: 'Kopiert' },
  says_artifact_copied: { en: 'A file was put at a further place', de: 'Eine Datei wurde an einem weiteren Ort abgelegt' },
  artifact_cached: { en: 'Cached', de: 'Zwischengespeichert' },
  says_artifact_cached: { en: 'A file came from an upstream server', de: 'Eine Datei kam von einer Quelle' },

  domain_artifact_property: { en: 'Properties of artifacts', de: 'Eigenschaften von Artefakten' },
  about_artifact_property: {
    en: 'Properties of files and folders are set and removed.',
    de: 'Eigenschaften von Dateien und Ordnern werden gesetzt und entfernt.',
  },
  artifact_property_added: { en: 'Added', de: 'Gesetzt' },
  says_artifact_property_added: { en: 'A property was set', de: 'Eine Eigenschaft wurde gesetzt' },
  artifact_property_deleted: { en: 'Deleted', de: 'Entfernt' },
  says_artifact_property_deleted: { en: 'A property was removed', de: 'Eine Eigenschaft wurde entfernt' },

  domain_docker: { en: 'Container images', de: 'Container-Images' },
  about_docker: { en: 'Tags of container images are pushed, deleted and promoted.', de: 'Tags von Container-Images werden gepusht, gelöscht und befördert.' },
  docker_pushed: { en: 'Pushed', de: 'Gepusht' },
  says_docker_pushed: { en: 'A tag was pushed', de: 'Ein Tag wurde gepusht' },
  docker_deleted: { en: 'Deleted', de: 'Gelöscht' },
  says_docker_deleted: { en: 'A tag was deleted', de: 'Ein Tag wurde gelöscht' },
  docker_promoted: { en: 'Promoted', de: 'Befördert' },
  says_docker_promoted: { en: 'An image was promoted to another repository', de: 'Ein Image wurde in ein anderes Repository befördert' },

  domain_build: { en: 'Builds', de: 'Builds' },
  about_build: { en: 'Runs of builds are published, deleted and promoted.', de: 'Build-Läufe werden veröffentlicht, gelöscht und befördert.' },
  build_uploaded: { en: 'Uploaded', de: 'Veröffentlicht' },
  says_build_uploaded: { en: 'A run was published', de: 'Ein Lauf wurde veröffentlicht' },
  build_deleted: { en: 'Deleted', de: 'Gelöscht' },
  says_build_deleted: { en: 'A run was deleted', de: 'Ein Lauf wurde gelöscht' },
  build_promoted: { en: 'Promoted', de: 'Befördert' },
  says_build_promoted: { en: 'A run was promoted', de: 'Ein Lauf wurde befördert' },

  domain_release_bundle: { en: 'Release bundles', de: 'Release-Bundles' },
  about_release_bundle: {
    en: 'Release bundles are put together, signed and deleted here.',
    de: 'Release-Bundles werden hier zusammengestellt, signiert und gelöscht.',
  },
  release_bundle_created: { en: 'Created', de: 'Angelegt' },
  says_release_bundle_created: { en: 'A version was put together', de: 'Eine Version wurde zusammengestellt' },
  release_bundle_signed: { en: 'Signed', de: 'Signiert' },
  says_release_bundle_signed: { en: 'A version was signed', de: 'Eine Version wurde signiert' },
  release_bundle_deleted: { en: 'Deleted', de: 'Gelöscht' },
  says_release_bundle_deleted: { en: 'A version was deleted', de: 'Eine Version wurde gelöscht' },

  domain_distribution: { en: 'Distribution', de: 'Verteilung' },
  about_distribution: {
    en: 'Release bundles are sent to their targets, or deleted from them.',
    de: 'Release-Bundles werden an ihre Ziele gesendet oder dort gelöscht.',
  },
  distribution_distribute_started: { en: 'Distribution started', de: 'Verteilung begonnen' },
  says_distribution_distribute_started: { en: 'A version is on its way', de: 'Eine Version ist unterwegs' },
  distribution_distribute_completed: { en: 'Distribution completed', de: 'Verteilung abgeschlossen' },
  says_distribution_distribute_completed: { en: 'A version reached all of its targets', de: 'Eine Version hat alle Ziele erreicht' },
  distribution_distribute_failed: { en: 'Distribution failed', de: 'Verteilung fehlgeschlagen' },
  says_distribution_distribute_failed: { en: 'A version did not reach every target', de: 'Eine Version hat nicht jedes Ziel erreicht' },
  distribution_distribute_aborted: { en: 'Distribution aborted', de: 'Verteilung abgebrochen' },
  says_distribution_distribute_aborted: { en: 'A later order took its place', de: 'Ein späterer Auftrag trat an ihre Stelle' },
  distribution_delete_started: { en: 'Deletion started', de: 'Löschen begonnen' },
  says_distribution_delete_started: { en: 'A version is being deleted from targets', de: 'Eine Version wird von Zielen gelöscht' },
  distribution_delete_completed: { en: 'Deletion completed', de: 'Löschen abgeschlossen' },
  says_distribution_delete_completed: { en: 'A version is gone from its targets', de: 'Eine Version ist von ihren Zielen verschwunden' },
  distribution_delete_failed: { en: 'Deletion failed', de: 'Löschen fehlgeschlagen' },
  says_distribution_delete_failed: { en: 'A version stayed on some target', de: 'Eine Version blieb auf einem Ziel' },

  domain_artifactory_release_bundle: { en: 'Received release bundles', de: 'Empfangene Release-Bundles' },
  about_artifactory_release_bundle: {
    en: 'Release bundles of other platforms arrive here, or are deleted from here.',
    de: 'Release-Bundles anderer Plattformen kommen hier an oder werden hier gelöscht.',
  },
  artifactory_release_bundle_received: { en: 'Received', de: 'Empfangen' },
  says_artifactory_release_bundle_received: { en: 'A version arrived', de: 'Eine Version kam an' },
  artifactory_release_bundle_delete_started: { en: 'Deletion started', de: 'Löschen begonnen' },
  says_artifactory_release_bundle_delete_started: { en: 'A version is being deleted', de: 'Eine Version wird gelöscht' },
  artifactory_release_bundle_delete_completed: { en: 'Deletion completed', de: 'Löschen abgeschlossen' },
  says_artifactory_release_bundle_delete_completed: { en: 'A version is gone', de: 'Eine Version ist gelöscht' },
  artifactory_release_bundle_delete_failed: { en: 'Deletion failed', de: 'Löschen fehlgeschlagen' },
  says_artifactory_release_bundle_delete_failed: { en: 'A version could not be deleted', de: 'Eine Version ließ sich nicht löschen' },

  domain_destination: { en: 'Release bundles at destinations', de: 'Release-Bundles an Zielen' },
  about_destination: {
    en: 'The same, told by this platform as a target of the one that sends.',
    de: 'Dasselbe, erzählt von dieser Plattform als Ziel der sendenden.',
  },
  destination_received: { en: 'Received', de: 'Empfangen' },
  says_destination_received: { en: 'A version arrived', de: 'Eine Version kam an' },
  destination_delete_started: { en: 'Deletion started', de: 'Löschen begonnen' },
  says_destination_delete_started: { en: 'A version is being deleted', de: 'Eine Version wird gelöscht' },
  destination_delete_completed: { en: 'Deletion completed', de: 'Löschen abgeschlossen' },
  says_destination_delete_completed: { en: 'A version is gone', de: 'Eine Version ist gelöscht' },
  destination_delete_failed: { en: 'Deletion failed', de: 'Löschen fehlgeschlagen' },
  says_destination_delete_failed: { en: 'A version could not be deleted', de: 'Eine Version ließ sich nicht löschen' },

  domain_release_bundle_v2: { en: 'Making of release bundles', de: 'Entstehen von Release-Bundles' },
  about_release_bundle_v2: {
    en: 'Clients that put release bundles together step by step hear how far that is.',
    de: 'Clients, die Release-Bundles schrittweise zusammenstellen, hören, wie weit es ist.',
  },
  release_bundle_v2_release_bundle_v2_started: { en: 'Started', de: 'Begonnen' },
  says_release_bundle_v2_release_bundle_v2_started: { en: 'A version is being made', de: 'Eine Version entsteht' },
  release_bundle_v2_release_bundle_v2_failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  says_release_bundle_v2_release_bundle_v2_failed: { en: 'A version could not be made', de: 'Eine Version ließ sich nicht anlegen' },
  release_bundle_v2_release_bundle_v2_completed: { en: 'Completed', de: 'Abgeschlossen' },
  says_release_bundle_v2_release_bundle_v2_completed: { en: 'A version is there, signed', de: 'Eine Version ist da und signiert' },

  domain_release_bundle_v2_promotion: { en: 'Promotion of release bundles', de: 'Beförderung von Release-Bundles' },
  about_release_bundle_v2_promotion: { en: 'Release bundles go on to another environment.', de: 'Release-Bundles kommen in eine andere Umgebung.' },
  release_bundle_v2_promotion_release_bundle_v2_promotion_started: { en: 'Started', de: 'Begonnen' },
  says_release_bundle_v2_promotion_release_bundle_v2_promotion_started: { en: 'A promotion began', de: 'Eine Beförderung begann' },
  release_bundle_v2_promotion_release_bundle_v2_promotion_failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  says_release_bundle_v2_promotion_release_bundle_v2_promotion_failed: { en: 'A promotion failed', de: 'Eine Beförderung ist fehlgeschlagen' },
  release_bundle_v2_promotion_release_bundle_v2_promotion_completed: { en: 'Completed', de: 'Abgeschlossen' },
  says_release_bundle_v2_promotion_release_bundle_v2_promotion_completed: { en: 'A version is in the environment', de: 'Eine Version ist in der Umgebung' },

  domain_user: { en: 'Users', de: 'Benutzer' },
  about_user: { en: 'Somebody may no longer sign in.', de: 'Jemand kann sich nicht mehr anmelden.' },
  user_locked: { en: 'Locked', de: 'Gesperrt' },
  says_user_locked: { en: 'A user was locked after wrong passwords', de: 'Ein Benutzer wurde nach falschen Passwörtern gesperrt' },

  domain_artifact_lifecycle: { en: 'Archive', de: 'Archiv' },
  about_artifact_lifecycle: { en: 'Artifacts go to cold storage, or come back.', de: 'Artefakte gehen ins Archiv oder kommen zurück.' },
  artifact_lifecycle_archive: { en: 'Archived', de: 'Archiviert' },
  says_artifact_lifecycle_archive: { en: 'An artifact was archived', de: 'Ein Artefakt wurde archiviert' },
  artifact_lifecycle_restore: { en: 'Restored', de: 'Zurückgeholt' },
  says_artifact_lifecycle_restore: { en: 'An artifact came back from the archive', de: 'Ein Artefakt kam aus dem Archiv zurück' },

  domain_policy: { en: 'Policies', de: 'Richtlinien' },
  about_policy: { en: 'What a policy forbids was found.', de: 'Gefunden wurde, was eine Richtlinie verbietet.' },
  policy_violation_found: { en: 'Violation found', de: 'Verstoß gefunden' },
  says_policy_violation_found: { en: 'A scan found a violation', de: 'Eine Prüfung fand einen Verstoß' },
} as const;

const { t } = catalogue(names);

const isKnown = (key: string): key is keyof typeof names => Object.hasOwn(names, key);
const say = (key: string, otherwise: string) => (isKnown(key) ? t(key) : otherwise);

/** A domain of events as people read it; one that nobody has put in words stays as it is. */
export function domainTitle(domain: string): string {
  return say(`domain_${domain}`, domain);
}

/** Which events a domain has, in a sentence. */
export function domainText(domain: string): string {
  return say(`about_${domain}`, '');
}

/** A type of events as people read it. */
export function eventTitle(domain: string, type: string): string {
  return say(`${domain}_${type}`, type);
}

/** What happened when such an event comes, in a sentence. */
export function eventText(domain: string, type: string): string {
  return say(`says_${domain}_${type}`, '');
}
