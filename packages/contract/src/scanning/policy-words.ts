import { sentences } from '../sentences.ts';

/** This is said about policies, watches, violations and what they block. */
export const policyWords = sentences({
  no_policy: { code: 'not_found', en: 'There is no policy {name}', de: 'Es gibt keine Richtlinie {name}' },
  no_watch: { code: 'not_found', en: 'There is no watch named {name}', de: 'Es gibt keine Überwachung namens {name}' },
  graph_without_watch: {
    code: 'bad_request',
    en: 'Lists of components are not judged by watches; ask again without the watch {name}',
    de: 'Listen von Komponenten werden nicht von Überwachungen beurteilt; fragen Sie ohne die Überwachung {name} noch einmal',
  },
  no_violation: { code: 'not_found', en: 'There is no such violation', de: 'Es gibt keinen solchen Verstoß' },
  security_policy_exists: { code: 'already_exists', en: 'There is a policy of this name', de: 'Es gibt eine Richtlinie dieses Namens' },
  watch_exists: { code: 'already_exists', en: 'There is a watch of this name', de: 'Es gibt eine Überwachung dieses Namens' },
  policy_in_use: {
    code: 'conflict',
    en: 'The watches {names} use it; take it out of them first',
    de: 'Die Überwachungen {names} verwenden sie; nehmen Sie sie dort zuerst heraus',
  },
  name_needed: { en: 'Give the watch a name', de: 'Geben Sie der Überwachung einen Namen' },
  policy_name_fixed: { en: 'A policy keeps its name', de: 'Eine Richtlinie behält ihren Namen' },
  policy_type_fixed: { en: 'A policy keeps its type', de: 'Eine Richtlinie behält ihre Art' },
  watch_name_fixed: { en: 'A watch keeps its name', de: 'Eine Überwachung behält ihren Namen' },
  policy_of_other_project: { en: '{name} belongs to another project', de: '{name} gehört zu einem anderen Projekt' },
  policy_of_other_type: { en: '{name} is of another type', de: '{name} ist von anderer Art' },
  repository_not_of_project: { en: '{name} does not belong to the project', de: '{name} gehört nicht zum Projekt' },
  source_of_no_project: {
    en: 'Repositories of source code belong to no project; a watch of none looks at them',
    de: 'Quelltext-Repositorys gehören zu keinem Projekt; eine Überwachung ohne Projekt sieht auf sie',
  },
  repository_of_other_class: { en: '{name} is a repository of the other kind', de: '{name} ist ein Repository der anderen Art' },
  no_expression: { en: 'This is no regular expression: {problem}', de: 'Das ist kein regulärer Ausdruck: {problem}' },
  no_repository_named: { en: 'There is no repository {name}', de: 'Es gibt kein Repository {name}' },
  blocked: {
    code: 'download_blocked',
    en: '{file} is blocked since {since}: {finding} breaks the rule {rule} of the policy {policy}, watch {watch}. {remedy} More, and how to ask for an exception: {link}',
    de: '{file} ist seit {since} gesperrt: {finding} verstößt gegen die Regel {rule} der Richtlinie {policy}, Überwachung {watch}. {remedy} Mehr dazu, und um eine Ausnahme bitten: {link}',
  },
  blocked_unscanned: {
    code: 'download_blocked',
    en: '{file} is blocked until it has been scanned, as the policy {policy} asks, watch {watch}. Its scan: {state}.',
    de: '{file} ist gesperrt, bis es geprüft ist; so verlangt es die Richtlinie {policy}, Überwachung {watch}. Seine Prüfung: {state}.',
  },
  blocked_unkept: {
    code: 'download_blocked',
    en: '{file} is blocked: the policy {policy} asks for a scan first, watch {watch}, and the repository {repository} keeps nothing that could be scanned. Have it store artifacts locally, or take it out of the watch.',
    de: '{file} ist gesperrt: Die Richtlinie {policy} verlangt zuerst eine Prüfung, Überwachung {watch}, und das Repository {repository} behält nichts, was geprüft werden könnte. Lassen Sie es Artefakte lokal speichern, oder nehmen Sie es aus der Überwachung.',
  },
  blocked_without_room: {
    code: 'download_blocked',
    en: '{file} is blocked: the policy {policy} asks for a scan first, watch {watch}, and the storage is full, so that {repository} can keep nothing that could be scanned. An administrator has to make room.',
    de: '{file} ist gesperrt: Die Richtlinie {policy} verlangt zuerst eine Prüfung, Überwachung {watch}, und der Speicher ist voll, sodass {repository} nichts behalten kann, was geprüft werden könnte. Ein Administrator muss Platz schaffen.',
  },
  blocked_soon: {
    en: '{file} will be blocked from {since} on: {finding} breaks the rule {rule} of the policy {policy}, watch {watch}.',
    de: '{file} wird ab {since} gesperrt: {finding} verstößt gegen die Regel {rule} der Richtlinie {policy}, Überwachung {watch}.',
  },
  no_policy_exception: { code: 'not_found', en: 'There is no such exception', de: 'Es gibt keine solche Ausnahme' },
  policy_exception_asked: { code: 'conflict', en: 'Somebody has asked for this already', de: 'Jemand hat schon darum gebeten' },
  policy_exception_decided: { code: 'conflict', en: 'It was decided already', de: 'Darüber ist schon entschieden' },
  not_active: {
    code: 'conflict',
    en: 'This violation is not active: nothing is left to ask for',
    de: 'Dieser Verstoß ist nicht aktiv: Es gibt nichts mehr, worum zu bitten wäre',
  },
  say_why_refused: { code: 'bad_request', en: 'Say why it is refused', de: 'Sagen Sie, warum es abgelehnt wird' },
  not_judged_yet: { en: 'scanned, and not judged yet', de: 'beendet, und noch nicht beurteilt' },
  not_indexed: { en: 'none, since the repository is not indexed', de: 'keine, da das Repository nicht indiziert ist' },
  still_fetched: { en: 'its layers are still being fetched, also after this answer', de: 'seine Schichten werden noch geholt, auch nach dieser Antwort' },
  bundle_not_distributed: {
    code: 'forbidden',
    en: 'The release bundle {name} {version} is not to be distributed: {finding} breaks the rule {rule} of the policy {policy}, watch {watch}. {remedy}',
    de: 'Das Release-Bundle {name} {version} darf nicht verteilt werden: {finding} verstößt gegen die Regel {rule} der Richtlinie {policy}, Überwachung {watch}. {remedy}',
  },
  bundle_not_promoted: {
    code: 'forbidden',
    en: 'The release bundle {name} {version} is not to be promoted: {finding} breaks the rule {rule} of the policy {policy}, watch {watch}. {remedy}',
    de: 'Das Release-Bundle {name} {version} darf nicht befördert werden: {finding} verstößt gegen die Regel {rule} der Richtlinie {policy}, Überwachung {watch}. {remedy}',
  },
  bundle_still_read: {
    code: 'conflict',
    en: 'Files of the release bundle {name} {version} are still being scanned, and the policy {policy} of the watch {watch} is to judge them first; try again in a moment',
    de: 'Dateien des Release-Bundles {name} {version} werden noch geprüft, und zuerst soll die Richtlinie {policy} der Überwachung {watch} über sie urteilen; versuchen Sie es gleich noch einmal',
  },
  fixed_in: { en: 'Fixed in {versions}.', de: 'Behoben in {versions}.' },
  no_fix: { en: 'There is no fixed version yet.', de: 'Es gibt noch keine behobene Version.' },
  finding_in: { en: '{id} in {component}', de: '{id} in {component}' },
});

/** Schemas ask this of the fields of policies and watches. */
export const policyRules = sentences({
  name_it: { en: 'Give it a name', de: 'Geben Sie einen Namen an' },
  name_letters: {
    en: 'Use letters, digits, hyphens, underscores and dots',
    de: 'Verwenden Sie Buchstaben, Ziffern, Bindestriche, Unterstriche und Punkte',
  },
  one_rule: { en: 'A policy has at least one rule', de: 'Eine Richtlinie hat mindestens eine Regel' },
  rule_names_differ: { en: 'Two rules have this name', de: 'Zwei Regeln haben diesen Namen' },
  one_security_condition: {
    en: 'Give one condition: a severity, a range of CVSS, vulnerabilities, or malicious packages; or what is exploited, or a package',
    de: 'Geben Sie eine Bedingung an: einen Schweregrad, einen CVSS-Bereich, Schwachstellen oder bösartige Pakete; oder was ausgenutzt wird, oder ein Paket',
  },
  one_exploitation: {
    en: 'Give exploited or epss_min, not both; two rules are alternatives',
    de: 'Geben Sie exploited oder epss_min an, nicht beides; zwei Regeln sind Alternativen',
  },
  malicious_not_exploited: {
    en: 'Whether a malicious package is exploited nobody says; leave that out',
    de: 'Ob ein bösartiges Paket ausgenutzt wird, sagt niemand; lassen Sie das weg',
  },
  name_the_package: { en: 'Name the package, or * for any', de: 'Nennen Sie das Paket, oder * für jedes' },
  no_package_type: {
    en: 'About packages of this type no advisories are published',
    de: 'Über Pakete dieser Art werden keine Meldungen veröffentlicht',
  },
  no_range: {
    en: 'Write a version, a pattern such as 1.2.*, or a range such as [1.0.0,2.0.0)',
    de: 'Schreiben Sie eine Version, ein Muster wie 1.2.* oder einen Bereich wie [1.0.0,2.0.0)',
  },
  one_licence_condition: { en: 'Give allowed or banned licences, not both', de: 'Geben Sie erlaubte oder verbotene Lizenzen an, nicht beides' },
  one_risk_condition: { en: 'Give the least risk', de: 'Geben Sie das geringste Risiko an' },
  criteria_of_other_type: { en: 'A policy of this type has no such condition', de: 'Eine Richtlinie dieser Art hat keine solche Bedingung' },
  range_upside_down: { en: 'The range ends before it begins', de: 'Der Bereich endet, bevor er beginnt' },
  unscanned_needs_active: { en: 'Blocking what is not scanned needs blocking itself', de: 'Ungeprüftes zu sperren setzt das Sperren selbst voraus' },
  not_judged_here: { en: 'This is not judged here; leave it out', de: 'Das wird hier nicht beurteilt; lassen Sie es weg' },
  not_done_here: { en: 'This is not done here; leave it out', de: 'Das wird hier nicht ausgeführt; lassen Sie es weg' },
  webhooks_choose: {
    en: 'Webhooks choose violations by themselves, by the event violation_found',
    de: 'Webhooks wählen Verstöße selbst aus, mit dem Ereignis violation_found',
  },
  choose_project: { en: 'Choose a project', de: 'Wählen Sie ein Projekt' },
  choose_some: { en: 'Choose at least one', de: 'Wählen Sie mindestens eines' },
  one_resource: { en: 'Name at least one resource', de: 'Nennen Sie mindestens eine Ressource' },
  one_policy: { en: 'Assign at least one policy', de: 'Weisen Sie mindestens eine Richtlinie zu' },
  resource_not_watched: {
    en: 'Repositories, projects, builds, release bundles and repositories of source code are watched here, and nothing else',
    de: 'Hier werden Repositorys, Projekte, Builds, Release-Bundles und Quelltext-Repositorys überwacht, sonst nichts',
  },
  no_repo_type: { en: 'Only repositories are local or remote', de: 'Nur Repositorys sind lokal oder entfernt' },
  build_repo_of_builds: { en: 'Only a build has this', de: 'Das hat nur ein Build' },
  names_alone: {
    en: 'Builds, release bundles and repositories of source code are filtered by their names (ant-patterns, regex) alone',
    de: 'Builds, Release-Bundles und Quelltext-Repositorys werden nur nach ihren Namen gefiltert (ant-patterns, regex)',
  },
  pull_requests_by_findings: {
    en: 'Only rules about vulnerabilities fail pull requests',
    de: 'Nur Regeln über Schwachstellen lassen Pull-Requests scheitern',
  },
  name_resource: { en: 'Name it', de: 'Nennen Sie sie beim Namen' },
  filter_not_here: {
    en: 'Filters here are package types, media types, properties, and patterns and regular expressions of names and paths',
    de: 'Filter sind hier Paketarten, Medientypen, Eigenschaften sowie Muster und reguläre Ausdrücke für Namen und Pfade',
  },
});
